import { useLingui } from '@lingui/react/macro';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BookOpenText,
  Coins,
  FileChartColumn,
  FileClock,
  FileText,
  HandCoins,
  History,
  ReceiptText,
  Repeat2,
  Sparkles,
  Umbrella,
} from 'lucide-react';
import { Card } from '../../../components/Card';
import { ListRow } from '../../../components/ListRow';
import { hrefTo, isOpen, paths } from '../../../app/paths';
import styles from './Records.module.css';

/** The way to every kind of record that has a screen. */
export function Records() {
  const { t } = useLingui();
  const entries = [
    { path: paths.cashStatement, query: {}, label: t`Cash statement`, icon: ReceiptText },
    { path: paths.cashStatement, query: { account: 'custody' }, label: t`Custody statement`, icon: BookOpenText },
    { path: paths.assetsReport, query: {}, label: t`Assets report`, icon: FileChartColumn },
    { path: paths.income, query: {}, label: t`Income`, icon: HandCoins },
    { path: paths.aiDividend, query: {}, label: t`AI dividend`, icon: Sparkles },
    { path: paths.deposits, query: {}, label: t`Deposits`, icon: ArrowDownToLine },
    { path: paths.withdrawals, query: {}, label: t`Withdrawals`, icon: ArrowUpFromLine },
    { path: paths.exchanges, query: {}, label: t`Exchanges`, icon: Repeat2 },
    { path: paths.myRabOrders, query: {}, label: t`My RAB orders`, icon: Coins },
    { path: paths.myUsdtOrders, query: {}, label: t`My USDT orders`, icon: ArrowLeftRight },
    { path: paths.custodyOrders, query: {}, label: t`Custody orders`, icon: FileClock },
    { path: paths.custodyChanges, query: {}, label: t`Custody changes`, icon: History },
    { path: paths.deliverySlips, query: {}, label: t`Settlement slips`, icon: FileText },
    { path: paths.insuranceFund, query: {}, label: t`Insurance fund`, icon: Umbrella },
  ];
  return (
    <Card padded={false} title={t`Records`}>
      {entries
        .filter((entry) => isOpen(entry.path))
        .map(({ path, query, label, icon: Icon }) => (
          <ListRow
            key={label}
            leading={
              <span className={styles['icon']}>
                <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              </span>
            }
            title={label}
            href={hrefTo(path, query)}
          />
        ))}
    </Card>
  );
}

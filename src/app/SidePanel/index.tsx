import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight, Megaphone } from 'lucide-react';
import { useState } from 'react';
import { marquee } from '../../../contract/calls/content';
import { accountStatement } from '../../../contract/calls/profile';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { useCall } from '../../bridge/useCall';
import { useListCall } from '../../bridge/useListCall';
import { ReadArea } from '../../pages/read/ReadArea';
import { QuoteRows } from '../../pages/quotes/QuoteRows';
import { QUOTES_BESIDE, useQuotes } from '../../pages/quotes/useQuotes';
import { StatementDetails } from '../../pages/records/StatementDetails';
import { StatementRowView } from '../../pages/records/StatementRowView';
import type { StatementRow } from '../../pages/records/statement';
import { hrefTo, paths } from '../paths';
import styles from './SidePanel.module.css';

/** As many postings as fit beside the column without scrolling. */
const ROWS_SHOWN = 6;

/** Beside the column from 1024 px on: the newest postings, the first market quotes and the notices. */
export default function SidePanel() {
  const { t } = useLingui();
  const list = useListCall(accountStatement, { account: 'cash' });
  const { data } = useCall(marquee, {});
  const [open, setOpen] = useState<StatementRow | null>(null);
  const rows = list.items?.slice(0, ROWS_SHOWN) ?? [];
  return (
    <div className={styles['panel']}>
      <Card
        padded={false}
        title={t`Recent postings`}
        aside={
          <a className={styles['all']} href={hrefTo(paths.cashStatement)}>
            <Trans>All</Trans>
            <ChevronRight size={16} aria-hidden="true" />
          </a>
        }
      >
        <ReadArea
          read={list}
          hasData={list.items !== undefined}
          skeleton="rows"
          count={4}
          empty={
            rows.length === 0 ? <EmptyState hint={t`Every posting on this account will appear here.`} /> : undefined
          }
        >
          {rows.map((row) => (
            <StatementRowView key={row.id} row={row} onOpen={setOpen} brief />
          ))}
        </ReadArea>
      </Card>
      <Quotes />
      {data && data.notices.length > 0 && (
        <ul className={styles['notices']} aria-label={t`Notices`}>
          {data.notices.map((notice) => (
            <li key={notice.id} className={styles['notice']}>
              <Megaphone size={16} strokeWidth={1.75} aria-hidden="true" />
              <span>{notice.text}</span>
            </li>
          ))}
        </ul>
      )}
      <StatementDetails row={open} onClose={() => setOpen(null)} />
    </div>
  );
}

function Quotes() {
  const { t } = useLingui();
  const { quotes } = useQuotes();
  if (!quotes || quotes.length === 0) return null;
  return (
    <Card
      padded={false}
      title={t`Markets`}
      aside={
        <a className={styles['all']} href={hrefTo(paths.markets)}>
          <Trans>All</Trans>
          <ChevronRight size={16} aria-hidden="true" />
        </a>
      }
    >
      <QuoteRows quotes={quotes.slice(0, QUOTES_BESIDE)} />
    </Card>
  );
}

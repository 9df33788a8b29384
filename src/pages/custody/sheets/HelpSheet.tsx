import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Amount } from '../../../components/Amount';
import { Sheet } from '../../../components/Sheet';
import { formatRate } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import type { CustodyConfig } from '../plan';
import styles from './HelpSheet.module.css';

const HOUR_MS = 3_600_000;

/** Explains custody, in the operator's figures (docs/rules.md §5). */
export function HelpSheet({
  open,
  onClose,
  config,
}: {
  open: boolean;
  onClose: () => void;
  config: CustodyConfig | undefined;
}) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`How custody works`}>
      {config && <Rules config={config} />}
    </Sheet>
  );
}

function Rules({ config }: { config: CustodyConfig }) {
  const locale = useLocale();
  const fee = formatRate(config.redeemFeeRate, locale);
  const hours = Math.round(config.freeUndoMs / HOUR_MS);
  return (
    <ul className={styles['rules']}>
      <li>
        <Trans>
          Placing an order moves the amount from the cash account to the custody account for the plan's term. An order
          must be greater than <Amount value={config.minimumExclusive} asset="USDT" unit hideable={false} />.
        </Trans>
      </li>
      <li>
        <Trans>
          The daily rate is fixed when the order is placed, and the interest of the whole term is reserved in the yield
          pool. When the pool cannot reserve it, the order is refused: capacity full.
        </Trans>
      </li>
      <li>
        <Trans>
          Interest accrues for each completed 24 hours and is credited to the cash account once a day, as static income.
        </Trans>
      </li>
      <li>
        <Trans>At the end of the term the principal returns to the cash account by itself.</Trans>
      </li>
      <li>
        <Plural
          value={hours}
          one="Within # hour of placing, redeeming costs nothing."
          other="Within # hours of placing, redeeming costs nothing."
        />{' '}
        <Trans>
          Later, before the end, a fee of {fee} of the part redeemed is taken. Interest already credited stays yours;
          interest not yet paid goes back to the pool.
        </Trans>
      </li>
      <li>
        <Trans>
          From <Amount value={config.validFrom} asset="USDT" unit hideable={false} /> in running orders on, the account
          counts as valid custody.
        </Trans>
      </li>
      <li>
        <Trans>Custody is not a bank deposit and is not insured. Losses are possible.</Trans>
      </li>
    </ul>
  );
}

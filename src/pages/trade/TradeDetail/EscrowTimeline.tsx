import { Trans, useLingui } from '@lingui/react/macro';
import { Check, CircleAlert, Download } from 'lucide-react';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { saveFile } from '../../../components/save-file';
import { toast } from '../../../components/toast';
import { useNow } from '../../../components/useCountdown';
import { formatMoment } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { escrowRows } from '../trade';
import styles from './EscrowTimeline.module.css';
import { timelineCsv } from './timeline-csv';
import { useStepText } from './useStepText';

/** "Today" turns at midnight; nobody sees more of it. */
const DAY_TURN_MS = 60_000;

/** The escrow from the order to its end, with times; and the same as a file (docs/rules.md §8: its timeline is exportable). */
export function EscrowTimeline({ trade }: { trade: UsdtTrade }) {
  const { t } = useLingui();
  const locale = useLocale();
  const nowMs = useNow(DAY_TURN_MS);
  const textOf = useStepText(trade);
  const rows = escrowRows(trade);
  const save = async () => {
    const past = rows.flatMap((row) => (row.at === null ? [] : [{ at: row.at, ...textOf(row) }]));
    const columns = { time: t`Time (UTC)`, step: t`Step`, note: t`Note`, order: t`Order number` };
    const outcome = await saveFile(timelineCsv(trade.id, past, columns));
    if (outcome === 'failed') toast.show(t`Saving failed`, { kind: 'error' });
  };
  return (
    <Card>
      <ol className={styles['timeline']} aria-label={t`What became of it`}>
        {rows.map((row) => {
          const { text, hint } = textOf(row);
          return (
            <li key={row.key} className={styles['row']} data-look={row.look}>
              <span className={styles['dot']} aria-hidden="true">
                {row.look === 'done' && <Check size={13} strokeWidth={3} />}
                {row.look === 'bad' && <CircleAlert size={14} strokeWidth={2.5} />}
              </span>
              <span>
                <span className={styles['name']}>{text}</span>
                {row.look === 'now' && <span className="rab-sr"> {t`(now)`}</span>}
                {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
              </span>
              {row.at !== null && <span className={styles['time']}>{formatMoment(row.at, nowMs, { locale })}</span>}
            </li>
          );
        })}
      </ol>
      <div className={styles['export']}>
        <Button
          variant="ghost"
          size="small"
          icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => void save()}
        >
          <Trans>Save as CSV</Trans>
        </Button>
      </div>
    </Card>
  );
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Machine } from '../../../../contract/calls/machines';
import { paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import { RiskLine } from '../../../components/RiskLine';
import { Sheet } from '../../../components/Sheet';
import { StatusTag } from '../../../components/StatusTag';
import { formatCount } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { useLast } from '../../read/useLast';
import { RecordDetails } from '../../records/RecordDetails';
import { useReceiptRows } from '../DayReceipts';
import { DAY_STATES, formatUtcDay, MACHINE_STATES, type DayTotals, type MiningDay } from '../machine';
import styles from '../machines.module.css';

interface MiningSheetProps {
  /** A day, or a machine; null while it is closed. */
  row: MiningDay | Machine | null;
  onClose: () => void;
}

/** A day's output with the figures that it was worked out from, or a machine with all that it has mined. */
export function MiningSheet({ row, onClose }: MiningSheetProps) {
  const { t } = useLingui();
  const shown = useLast(row);
  const title = shown && 'day' in shown ? t`Output of a day` : t`Machine`;
  return (
    <Sheet open={row !== null} onClose={onClose} title={title}>
      {shown && ('day' in shown ? <DayBody day={shown} /> : <MachineBody machine={shown} onClose={onClose} />)}
    </Sheet>
  );
}

const NO_TOTALS: DayTotals = {
  day: 0,
  receipts: '0',
  fee: '0',
  output: '0',
  machines: 0,
  hashrate: 0,
  perT: '0',
};

function DayBody({ day }: { day: MiningDay }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { name, tag } = DAY_STATES[day.status];
  const receiptRows = useReceiptRows(day.total ?? NO_TOTALS);
  return (
    <div className={styles['form']}>
      <RecordDetails
        rows={[
          { label: t`Day (UTC)`, value: <span className="rab-num">{formatUtcDay(day.day, locale)}</span> },
          { label: t`Status`, value: <StatusTag kind={tag}>{t(name)}</StatusTag> },
          { label: t`My machines`, value: <Plural value={day.machines} one="# machine" other="# machines" /> },
          { label: t`My hashrate`, value: <span className="rab-num">{formatCount(day.hashrate, locale)} T</span> },
          ...(day.total
            ? [
                ...receiptRows,
                {
                  label: t`My output`,
                  value: <Amount value={day.amount} asset="USDT" precision="full" change unit />,
                  strong: true,
                },
              ]
            : []),
        ]}
        copies={[]}
        onClose={() => {}}
      />
      <RiskLine tone="info">
        {day.total ? (
          <Trans>
            Each machine gets the part of its T. The last units go to the largest remainders, so that all of it is
            shared out.
          </Trans>
        ) : (
          <Trans>No mining receipts were recorded for this day, so there is no output.</Trans>
        )}
      </RiskLine>
      {day.status === 'pending-credit' && (
        <RiskLine tone="warning">
          <Trans>
            The mining pool does not hold enough yet. The operator knows; it is credited when the pool is filled.
          </Trans>
        </RiskLine>
      )}
    </div>
  );
}

function MachineBody({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { id, hashrate, price, tickets, boughtAt, startsAt, endsAt, status, credited, pending, journalId } = machine;
  const { name, tag } = MACHINE_STATES[status];
  const isPending = /[1-9]/.test(pending);
  return (
    <RecordDetails
      rows={[
        { label: t`Hashrate`, value: <span className="rab-num">{formatCount(hashrate, locale)} T</span>, strong: true },
        { label: t`Status`, value: <StatusTag kind={tag}>{t(name)}</StatusTag> },
        {
          label: t`Output so far`,
          value: <Amount value={credited} asset="USDT" precision="full" change unit />,
          strong: true,
        },
        ...(isPending ? [{ label: t`Pending credit`, value: fullAmount(pending) }] : []),
        { label: t`Days with receipts`, value: <span className="rab-num">{formatCount(machine.days, locale)}</span> },
        { label: t`Price paid`, value: fullAmount(price) },
        { label: t`Tickets used`, value: <span className="rab-num">{formatCount(tickets, locale)}</span> },
        { label: t`Bought`, value: <span className="rab-num">{formatDateTime(boughtAt, { locale })}</span> },
        { label: t`From (UTC)`, value: <span className="rab-num">{formatUtcDay(startsAt, locale)}</span> },
        { label: t`Until (UTC)`, value: <span className="rab-num">{formatUtcDay(endsAt - 1, locale)}</span> },
      ]}
      copies={[
        { label: t`Machine`, text: id },
        ...(journalId === null ? [] : [{ label: t`Journal`, text: journalId }]),
      ]}
      link={{ label: t`Income`, path: paths.income, query: {} }}
      onClose={onClose}
    />
  );
}

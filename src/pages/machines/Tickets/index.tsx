import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { machineTickets, type TicketRecord } from '../../../../contract/calls/machines';
import { paths } from '../../../app/paths';
import { Sheet } from '../../../components/Sheet';
import { StatusTag } from '../../../components/StatusTag';
import { formatCount } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useLast } from '../../read/useLast';
import { defineRecords, type RecordRowProps } from '../../records/define-records';
import { byChoice, type Choice } from '../../records/filters';
import { RecordRow } from '../../records/MonthlyRecords';
import { ofCall } from '../../records/of-call';
import { RecordDetails } from '../../records/RecordDetails';
import { timeColumn } from '../../records/RecordExport/file';
import { rowSheet } from '../../records/row-sheet';
import { TICKET_NAMES } from '../machine';

type Status = keyof typeof TICKET_NAMES;

/** Tickets, which pay for mining machines: available and used; `?id=` opens one (docs/rules.md §6). */
const { Screen, ahead } = defineRecords({
  title: msg`Tickets`,
  path: paths.tickets,
  filters: byChoice<Status>({ name: 'status', label: msg`Status`, options: TICKET_NAMES }),
  read: ofCall(machineTickets, { narrow: (status: Choice<Status>) => (status === 'all' ? {} : { status }) }),
  Row,
  timeOf: ({ grantedAt }) => grantedAt,
  useSheet: rowSheet(({ row, onClose }) => <TicketSheet ticket={row} onClose={onClose} />),
  file: {
    name: 'tickets',
    columns: [
      timeColumn('grantedAt'),
      { title: msg`Ticket`, field: 'id', as: 'text', share: 12 },
      { title: msg`Status`, field: 'status', as: 'text', share: 14, names: TICKET_NAMES },
      { title: msg`Reason`, field: 'reason', as: 'text', share: 28 },
      { title: msg`Machine`, field: 'machineId', as: 'text', share: 12 },
      { title: msg`Used`, field: 'usedAt', as: 'time', share: 17 },
    ],
  },
  empty: {
    hint: msg`Tickets that you are granted appear here. They pay for mining machines.`,
    action: { label: msg`Mining machines`, to: [paths.machines] },
    narrowed: { hint: msg`There are no tickets with this status.`, label: msg`Clear filters` },
  },
});
export { ahead };
export default Screen;

function TicketTag({ status }: Pick<TicketRecord, 'status'>) {
  const { t } = useLingui();
  return <StatusTag kind={status === 'available' ? 'done' : 'neutral'}>{t(TICKET_NAMES[status])}</StatusTag>;
}

function Row({ row, onOpen }: RecordRowProps<TicketRecord>) {
  const locale = useLocale();
  return (
    <RecordRow
      title={<Source source={row.source} />}
      figure={<TicketTag status={row.status} />}
      below={formatDateTime(row.grantedAt, { locale })}
      aside={row.hashrate === null ? null : `${formatCount(row.hashrate, locale)} T`}
      onOpen={() => onOpen(row)}
    />
  );
}

function Source({ source }: Pick<TicketRecord, 'source'>) {
  return source === 'promotion' ? <Trans context="ticket">Promotion</Trans> : <Trans>Grant</Trans>;
}

function TicketSheet({ ticket, onClose }: { ticket: TicketRecord | null; onClose: () => void }) {
  const { t } = useLingui();
  const shown = useLast(ticket);
  return (
    <Sheet open={ticket !== null} onClose={onClose} title={t`Ticket`}>
      {shown && <Body ticket={shown} onClose={onClose} />}
    </Sheet>
  );
}

function Body({ ticket, onClose }: { ticket: TicketRecord; onClose: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { id, status, source, reason, grantedAt, usedAt, machineId, hashrate } = ticket;
  const time = (ms: number) => <span className="rab-num">{formatDateTime(ms, { locale })}</span>;
  return (
    <RecordDetails
      rows={[
        { label: t`Status`, value: <TicketTag status={status} /> },
        { label: t`Reason`, value: reason },
        { label: t`Source`, value: <Source source={source} /> },
        { label: t`Granted`, value: time(grantedAt) },
        ...(usedAt === null ? [] : [{ label: t`Used`, value: time(usedAt) }]),
        ...(hashrate === null ? [] : [{ label: t`Machine`, value: `${formatCount(hashrate, locale)} T` }]),
      ]}
      copies={[{ label: t`Ticket`, text: id }, ...(machineId === null ? [] : [{ label: t`Machine`, text: machineId }])]}
      link={
        machineId === null
          ? undefined
          : { label: t`Open the machine`, path: paths.miningRecords, query: { show: 'machines', id: machineId } }
      }
      onClose={onClose}
    />
  );
}

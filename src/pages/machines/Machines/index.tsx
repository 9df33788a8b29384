import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { History, Ticket } from 'lucide-react';
import { machineModels, type MachineModel } from '../../../../contract/calls/machines';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { readAhead, useCall } from '../../../bridge/useCall';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { IconButton } from '../../../components/IconButton';
import { ListRow } from '../../../components/ListRow';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { formatCount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { LatestReceipts } from '../DayReceipts';
import { MachineArt } from '../MachineArt';
import styles from '../machines.module.css';

/** Reads ahead the data that the page shows first. */
export function ahead(): Promise<void> {
  return readAhead(machineModels, {});
}

/** Mining machines on sale, and what mining brought last (docs/rules.md §6). */
export default function Machines() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const locale = useLocale();
  const read = useCall(machineModels, {});
  const { data } = read;
  return (
    <>
      <NavBar
        title={t`Mining machines`}
        onBack={back}
        actions={
          <>
            <IconButton
              label={t`Mining records`}
              icon={<History size={22} strokeWidth={1.75} />}
              href={hrefTo(paths.miningRecords)}
            />
            <IconButton
              label={t`Tickets`}
              icon={<Ticket size={22} strokeWidth={1.75} />}
              href={hrefTo(paths.tickets)}
            />
          </>
        }
      />
      <div className={styles['page']}>
        <ReadStamp read={read} />
        <ReadArea read={read} hasData={data !== undefined} skeleton="rows" count={4}>
          {data && (
            <>
              <Card padded={false}>
                {data.models.length === 0 ? (
                  <EmptyState hint={t`Machines appear here as soon as some are on sale.`} />
                ) : (
                  data.models.map((model) => <ModelRow key={model.id} model={model} />)
                )}
              </Card>
              <RiskLine tone="info">
                <Trans>
                  Machines share the mining receipts that are recorded for each day. Without receipts there is no
                  output, and nothing is promised.
                </Trans>
              </RiskLine>
              <Card padded={false}>
                <ListRow
                  title={t`My machines`}
                  value={<span className="rab-num">{formatCount(data.ownHashrate, locale)} T</span>}
                  href={hrefTo(paths.miningRecords, { show: 'machines' })}
                />
                <ListRow
                  title={t`My tickets`}
                  value={<span className="rab-num">{formatCount(data.ticketsAvailable, locale)}</span>}
                  href={hrefTo(paths.tickets)}
                />
              </Card>
              <LatestReceipts latest={data.latest} />
            </>
          )}
        </ReadArea>
      </div>
    </>
  );
}

/** One machine on sale; a tap leads to it. */
function ModelRow({ model }: { model: MachineModel }) {
  const locale = useLocale();
  const { id, hashrate, price, tickets, termDays, stock } = model;
  return (
    <ListRow
      leading={<MachineArt hashrate={hashrate} />}
      title={<span className="rab-num">{formatCount(hashrate, locale)} T</span>}
      subtitle={
        <>
          <Plural value={termDays} one="# day" other="# days" /> · <Stock stock={stock} />
        </>
      }
      value={<Amount value={price} asset="USDT" unit hideable={false} />}
      note={<Plural value={tickets} one="or # ticket" other="or # tickets" />}
      href={hrefTo(paths.machine, { id })}
    />
  );
}

function Stock({ stock }: { stock: number }) {
  return stock === 0 ? <Trans>sold out</Trans> : <Plural value={stock} one="# left" other="# left" />;
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { machineInfo, type MachineModel } from '../../../../contract/calls/machines';
import { useNavigation, useQuery } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import { AmountField } from '../../../components/AmountField';
import { Card } from '../../../components/Card';
import { DataTable } from '../../../components/DataTable';
import { EmptyState } from '../../../components/EmptyState';
import { IconButton } from '../../../components/IconButton';
import { KeyValue } from '../../../components/KeyValue';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { SectionTitle } from '../../../components/SectionTitle';
import { Segmented } from '../../../components/Segmented';
import { formatCount, formatRate } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { MoneyButton } from '../../../money/MoneyButton';
import { MoneyConfirm } from '../../../money/MoneyConfirm';
import { QuoteFailed } from '../../../money/QuoteFailed';
import { Unsettled } from '../../../money/Unsettled';
import type { OutputOf } from '../../../../contract/call';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { formatUtcDay, PAYMENT_NAMES, type DayTotals } from '../machine';
import { MachineArt } from '../MachineArt';
import styles from '../machines.module.css';
import { MachineRisk, useQuoteRows } from './useBuyFlow';
import { useMachineForm } from './useMachineForm';

type Info = OutputOf<typeof machineInfo>;

/** One machine and buying it; `?id=` names it (docs/rules.md §6). */
export default function MachinePage() {
  const { t } = useLingui();
  const { back, replace } = useNavigation();
  const id = useQuery('id');
  return (
    <>
      <NavBar
        title={t`Mining machine`}
        onBack={back}
        actions={
          <IconButton
            label={t`Mining records`}
            icon={<History size={22} strokeWidth={1.75} />}
            href={hrefTo(paths.miningRecords)}
          />
        }
      />
      {id === undefined ? (
        <EmptyState
          hint={t`Choose a machine to see its terms.`}
          action={{ label: t`Mining machines`, onClick: () => replace(paths.machines) }}
        />
      ) : (
        <MachineOf key={id} id={id} />
      )}
    </>
  );
}

function MachineOf({ id }: { id: string }) {
  const form = useMachineForm(id);
  const { data } = form.read;
  return (
    <>
      <div className={styles['page']}>
        <ReadStamp read={form.read} />
        <ReadArea read={form.read} hasData={data !== undefined} skeleton="card">
          {data && (
            <>
              <Terms info={data} />
              <BuyForm info={data} form={form} />
              <Days days={data.days} />
            </>
          )}
        </ReadArea>
      </div>
      <MoneyConfirm flow={form.flow} />
    </>
  );
}

function Terms({ info: { model, serviceFeeRate } }: { info: Info }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { hashrate, price, tickets, termDays } = model;
  return (
    <Card>
      <div className={styles['form']}>
        <div className={styles['head']}>
          <MachineArt hashrate={hashrate} size={88} />
          <div className={styles['figures']}>
            <span className={`${styles['hashrate']} rab-num`}>{formatCount(hashrate, locale)} T</span>
            <span className={styles['meta']}>
              <Stock model={model} />
            </span>
          </div>
        </div>
        <KeyValue
          rows={[
            { label: t`Price`, value: fullAmount(price), strong: true },
            { label: t`In tickets`, value: <Plural value={tickets} one="# ticket" other="# tickets" /> },
            { label: t`Runs`, value: <Plural value={termDays} one="# day" other="# days" /> },
            { label: t`Service fee of the output`, value: formatRate(serviceFeeRate, locale) },
          ]}
        />
      </div>
    </Card>
  );
}

function Stock({ model: { isOpen, stock } }: { model: MachineModel }) {
  if (!isOpen) return <Trans>Not on sale now</Trans>;
  return stock === 0 ? <Trans>Sold out</Trans> : <Plural value={stock} one="# in stock" other="# in stock" />;
}

function BuyForm({ info, form }: { info: Info; form: ReturnType<typeof useMachineForm> }) {
  const { t } = useLingui();
  const quoteRows = useQuoteRows();
  const { flow, quote, payments, payment } = form;
  const { model } = info;
  if (!form.canBuy) return null;
  return (
    <>
      <Card title={<Trans>Buy</Trans>}>
        <div className={styles['form']}>
          {flow.isUnsettled && <Unsettled of="purchase" />}
          {form.above !== undefined && <RiskLine tone="warning">{form.above}</RiskLine>}
          {payments.length > 1 && (
            <Segmented
              label={t`Pay with`}
              options={payments.map((value) => ({ value, label: t(PAYMENT_NAMES[value]) }))}
              value={payment}
              onChange={form.choose}
            />
          )}
          {payment === 'both' && (
            <AmountField
              label={t`Tickets`}
              asset="USDT"
              measure={{ unit: t`tickets`, decimals: 0 }}
              value={form.typed}
              onChange={form.enter}
              onAll={() => form.enter(String(Math.min(info.ticketsAvailable, model.tickets - 1)))}
              helper={<Trans>1 to {model.tickets - 1}; the rest is paid in USDT</Trans>}
              error={form.fieldError}
            />
          )}
          {quote.quote && <KeyValue rows={quoteRows(quote.quote)} />}
          <KeyValue
            rows={[
              { label: t`In the cash account`, value: fullAmount(info.available) },
              {
                label: t`Available tickets`,
                value: <Plural value={info.ticketsAvailable} one="# ticket" other="# tickets" />,
              },
            ]}
          />
          <QuoteFailed text={form.failed} onRetry={() => void quote.ask()} />
        </div>
      </Card>
      <RiskLine tone="danger">
        <MachineRisk />
      </RiskLine>
      <MoneyButton
        disabled={form.next === null || flow.isUnsettled}
        loading={quote.isAsking}
        onClick={() => form.next !== null && flow.start(form.next)}
      >
        <Trans>Next: trade password</Trans>
      </MoneyButton>
    </>
  );
}

const figure = (value: string) => <Amount value={value} asset="USDT" precision="full" hideable={false} />;

/** The latest days with receipts: what was, and no promise. */
function Days({ days }: { days: readonly DayTotals[] }) {
  const locale = useLocale();
  return (
    <section>
      <SectionTitle title={<Trans>Receipts so far</Trans>} note={<Trans>UTC days, USDT</Trans>} />
      <Card>
        {days.length === 0 ? (
          <Trans>No mining receipts have been recorded yet. Without receipts there is no output.</Trans>
        ) : (
          <DataTable
            size="small"
            columns={[
              { key: 'day', title: <Trans>Day</Trans> },
              { key: 'output', title: <Trans>To all machines</Trans> },
              { key: 'perT', title: <Trans>Per T</Trans> },
            ]}
            rows={days.slice(0, 7).map(({ day, output, perT }) => ({
              key: day,
              head: formatUtcDay(day, locale),
              lines: [{ output: figure(output), perT: figure(perT) }],
            }))}
          />
        )}
      </Card>
    </section>
  );
}

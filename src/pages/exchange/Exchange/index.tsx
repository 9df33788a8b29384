import { Trans, useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { useState } from 'react';
import { exchangeExchange, exchangeIndex, type ExchangeQuote } from '../../../../contract/calls/wallet';
import type { ErrorCode } from '../../../../contract/errors';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import type { Output } from '../../../bridge/types';
import { readAhead } from '../../../bridge/useCall';
import { useMoneyCall } from '../../../bridge/useMoneyCall';
import { AmountField } from '../../../components/AmountField';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { IconButton } from '../../../components/IconButton';
import { KeyValue } from '../../../components/KeyValue';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { Segmented } from '../../../components/Segmented';
import { MoneyButton } from '../../../money/MoneyButton';
import { HANDLED } from '../../../money/refusals';
import { useLooseFlow } from '../../../money/useLooseFlow';
import type { Held } from '../../../money/useQuote';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { OTHER } from '../exchange';
import { usePriceRows } from '../PriceRows';
import styles from './Exchange.module.css';
import { ExchangeConfirm, ExchangeRisk } from './ExchangeConfirm';
import { QuoteView } from './QuoteView';
import { useExchangeForm } from './useExchangeForm';

/** Refusals of a quote that another one follows. */
const ENDED: ReadonlySet<ErrorCode> = new Set(['price-moved', 'quote-expired']);

/** What the page shows first. */
export function ahead(): Promise<void> {
  return readAhead(exchangeIndex, {});
}

/** RAB for USDT and back: amount, live quote, confirmation (docs/rules.md §4). */
export default function Exchange() {
  const { t } = useLingui();
  const { back, open } = useNavigation();
  const [isConfirming, setConfirming] = useState(false);
  const [isRequoting, setRequoting] = useState(false);
  const form = useExchangeForm(isConfirming);
  const money = useMoneyCall(exchangeExchange);
  const flow = useLooseFlow<Held<ExchangeQuote>, Output<typeof exchangeExchange>>({
    send: async ({ quote }, tradePassword, intentId) => {
      const result = await money.run({ quoteId: quote.id, tradePassword }, { intentId, handles: HANDLED });
      if (result.ok || !ENDED.has(result.error.code)) return result;
      // A new quote in place of the one that is not filled any more, as another intent; the password is asked for again.
      const held = await form.live.ask();
      if (held) flow.start(held);
      return result;
    },
    onDone: ({ exchange }) => {
      form.enter('');
      return {
        ok: true,
        state: { kind: 'done', text: t`Exchanged` },
        reference: exchange.id,
        next: { label: t`Records`, onClick: () => open(paths.exchanges) },
      };
    },
    onForm: (error) => {
      setConfirming(false);
      form.refuse(error);
    },
    onElsewhere: form.keep,
  });
  const close = () => {
    setConfirming(false);
    flow.cancel();
  };
  // The confirmation begins with a quote's whole time. Another quote is another intent.
  const confirmNew = async () => {
    setConfirming(true);
    setRequoting(true);
    const held = await form.live.ask();
    setRequoting(false);
    if (held) flow.start(held);
    else close();
  };
  return (
    <>
      <NavBar
        title={t`Exchange`}
        onBack={back}
        actions={
          <IconButton
            label={t`Exchange records`}
            icon={<History size={22} strokeWidth={1.75} />}
            href={hrefTo(paths.exchanges)}
          />
        }
      />
      <div className={styles['page']}>
        <ReadArea read={form.read} hasData={form.index !== undefined} skeleton="card">
          <ExchangeForm
            form={form}
            isUnsettled={money.state.phase === 'unknown'}
            isBusy={isRequoting}
            onNext={() => void confirmNew()}
          />
        </ReadArea>
        <ReadStamp read={form.read} />
      </div>
      <ExchangeConfirm
        view={flow.view}
        onClose={close}
        onConfirm={flow.confirm}
        onRequote={() => void confirmNew()}
        isRequoting={isRequoting}
        isChecking={money.state.phase === 'checking'}
      />
    </>
  );
}

interface ExchangeFormProps {
  form: ReturnType<typeof useExchangeForm>;
  isUnsettled: boolean;
  /** The quote that will be confirmed is on its way. */
  isBusy: boolean;
  onNext: () => void;
}

function ExchangeForm({ form, isUnsettled, isBusy, onNext }: ExchangeFormProps) {
  const { t } = useLingui();
  const priceRows = usePriceRows();
  const { index, from, live } = form;
  if (!index) return null;
  const { held } = live;
  const terms = held?.quote ?? (index.guidePrice && { guidePrice: index.guidePrice, spread: index.spread, rate: null });
  return (
    <div className={styles['form']}>
      <Segmented
        label={t`Direction`}
        options={(['USDT', 'RAB'] as const).map((code) => ({ value: code, label: `${code} → ${OTHER[code]}` }))}
        value={from}
        onChange={form.choose}
      />
      {!form.isOpen && (
        <RiskLine tone="info">
          <Trans>There is no price of the last minute, so nothing is exchanged now. It goes on by itself.</Trans>
        </RiskLine>
      )}
      {isUnsettled && (
        <RiskLine tone="warning">
          <Trans>The outcome of your last exchange is still being looked up. Nothing new is sent until then.</Trans>
        </RiskLine>
      )}
      <Card>
        <div className={styles['form']}>
          <AmountField
            label={t`You give`}
            asset={from}
            value={form.amount}
            onChange={form.enter}
            available={form.available}
            error={form.fieldError}
          />
          <QuoteView held={held} asset={OTHER[from]} />
          {form.failed !== undefined && (
            <div className={styles['failed']} role="alert">
              <span>{form.failed}</span>
              <Button variant="soft" size="small" onClick={form.retry}>
                <Trans>Retry</Trans>
              </Button>
            </div>
          )}
          {terms && <KeyValue rows={priceRows(terms)} />}
        </div>
      </Card>
      <RiskLine tone="danger">
        <ExchangeRisk />
      </RiskLine>
      <MoneyButton disabled={held === null || isUnsettled} loading={live.isAsking || isBusy} onClick={onNext}>
        <Trans>Next: trade password</Trans>
      </MoneyButton>
    </div>
  );
}

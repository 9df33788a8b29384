import { Trans, useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { exchangeFigures } from '../../../../contract/calls/wallet';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { readAhead } from '../../../bridge/useCall';
import { AmountField } from '../../../components/AmountField';
import { Card } from '../../../components/Card';
import { IconButton } from '../../../components/IconButton';
import { KeyValue } from '../../../components/KeyValue';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { Segmented } from '../../../components/Segmented';
import { MoneyButton } from '../../../money/MoneyButton';
import { MoneyConfirm } from '../../../money/MoneyConfirm';
import { QuoteFailed } from '../../../money/QuoteFailed';
import { Unsettled } from '../../../money/Unsettled';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { OTHER } from '../exchange';
import { usePriceRows } from '../PriceRows';
import styles from './Exchange.module.css';
import { QuoteView } from './QuoteView';
import { ExchangeRisk } from './useExchangeFlow';
import { useExchangeForm } from './useExchangeForm';

/** Reads ahead the data that the page shows first. */
export function ahead(): Promise<void> {
  return readAhead(exchangeFigures, {});
}

/** RAB for USDT and back: amount, live quote, confirmation (docs/rules.md §4). */
export default function Exchange() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const form = useExchangeForm();
  const { flow } = form;
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
          <ExchangeForm form={form} />
        </ReadArea>
        <ReadStamp read={form.read} />
      </div>
      <MoneyConfirm flow={flow} />
    </>
  );
}

function ExchangeForm({ form }: { form: ReturnType<typeof useExchangeForm> }) {
  const { t } = useLingui();
  const priceRows = usePriceRows();
  const { index, from, live, flow } = form;
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
      {flow.isUnsettled && <Unsettled of="exchange" />}
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
          <QuoteFailed text={form.failed} onRetry={form.retry} />
          {terms && <KeyValue rows={priceRows(terms)} />}
        </div>
      </Card>
      <RiskLine tone="danger">
        <ExchangeRisk />
      </RiskLine>
      <MoneyButton
        disabled={held === null || flow.isUnsettled}
        loading={live.isAsking || flow.isAsking}
        // The confirmation begins with a quote's whole time. Another quote is another intent.
        onClick={() => void flow.startWith(live.ask)}
      >
        <Trans>Next: trade password</Trans>
      </MoneyButton>
    </div>
  );
}

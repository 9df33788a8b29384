import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { reportPayment } from '../../../../contract/calls/otc-usdt-trades';
import { takeGiven } from '../../../bridge/shared-images';
import { useImageUploads } from '../../../bridge/useImageUploads';
import { Field } from '../../../components/Field';
import { KeyValue } from '../../../components/KeyValue';
import { RiskLine } from '../../../components/RiskLine';
import { Sheet } from '../../../components/Sheet';
import { toast } from '../../../components/toast';
import { ImageGrid } from '../../identity/images/ImageGrid';
import { MoneyButton } from '../../../money/MoneyButton';
import { useMoneyAction } from '../../../money/useMoneyAction';
import { useTypedValues } from '../../../money/useTypedValues';
import { Fiat } from '../parts/Fiat';
import { MAX_PROOFS, proofFormOf } from '../proof';
import { ActionNotes } from './ActionNotes';
import type { SheetOfTradeProps } from './sheets';
import styles from './TradeDetail.module.css';

const MAX_REFERENCE = 64;

const valuesOf = (kept: Record<string, string>) => ({ reference: kept['reference'] ?? '' });

/** The buyer says that it is paid: the payment's reference and pictures that prove it (docs/rules.md §8). */
export function PaySheet({ open, onClose, trade, onStale }: SheetOfTradeProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`I have paid`}>
      {open && <Form trade={trade} onClose={onClose} onStale={onStale} />}
    </Sheet>
  );
}

function Form({ trade, onClose, onStale }: { trade: UsdtTrade; onClose: () => void; onStale: () => void }) {
  const { t } = useLingui();
  const { id, version, state, fiat, fiatAmount } = trade;
  const { values, change, clear } = useTypedValues(proofFormOf(id), valuesOf);
  const { reference } = values;
  const { uploads, images } = useImageUploads();
  useEffect(() => uploads.add(takeGiven(proofFormOf(id)).slice(0, MAX_PROOFS)), [uploads, id]);
  const action = useMoneyAction(reportPayment, {
    onDone: () => {
      clear();
      onClose();
      toast.show(state === 'late-hold' ? t`Reported; the platform decides now` : t`The seller has been told`, {
        kind: 'success',
      });
    },
    onStale: () => {
      onClose();
      onStale();
    },
  });
  const proofs = images.flatMap((image) => (image.state === 'sent' ? [image.id] : []));
  const isSending = images.some((image) => image.state === 'waiting' || image.state === 'sending');
  const isReady = reference.trim() !== '' && proofs.length > 0 && !isSending;
  const send = () => void action.run({ id, version, reference: reference.trim(), proofs });
  return (
    <div className={styles['form']}>
      <KeyValue rows={[{ label: t`Amount to pay`, value: <Fiat value={fiatAmount} fiat={fiat} />, strong: true }]} />
      <Field
        label={t`Payment reference`}
        helper={t`The number of the transfer, as your bank shows it`}
        autoComplete="off"
        maxLength={MAX_REFERENCE}
        enterKeyHint="done"
        value={reference}
        // Invisible characters come along when it is copied out of a bank's app.
        onChange={(event) => change({ reference: event.target.value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '') })}
      />
      <div className={styles['group']} role="group" aria-label={t`Proof of payment`}>
        <span className={styles['label']}>
          <Trans>Proof of payment, 1 to {MAX_PROOFS} images</Trans>
        </span>
        <ImageGrid
          kept={[]}
          onRemoveKept={() => {}}
          images={images}
          max={MAX_PROOFS}
          onAdd={(files) => uploads.add(files)}
          onRetry={(key) => uploads.retry(key)}
          onRemove={(key) => uploads.remove(key)}
        />
      </div>
      <RiskLine tone={state === 'late-hold' ? 'warning' : 'danger'}>
        {state === 'late-hold' ? (
          <Trans>The time has run out: what you show now opens a dispute, and the platform decides.</Trans>
        ) : (
          <Trans>Say so only when the transfer is done. A false word counts against you in a dispute.</Trans>
        )}
      </RiskLine>
      <ActionNotes action={action} />
      <MoneyButton disabled={!isReady || action.isUnsettled} loading={action.isRunning} onClick={send}>
        {isSending ? <Trans>Sending images …</Trans> : <Trans>I have paid</Trans>}
      </MoneyButton>
    </div>
  );
}

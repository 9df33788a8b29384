import { Trans, useLingui } from '@lingui/react/macro';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { disputeTrade } from '../../../../contract/calls/otc-usdt-trades';
import { useImageUploads } from '../../../bridge/useImageUploads';
import { RiskLine } from '../../../components/RiskLine';
import { Sheet } from '../../../components/Sheet';
import { TextArea } from '../../../components/TextArea';
import { toast } from '../../../components/toast';
import { ImageGrid } from '../../identity/images/ImageGrid';
import { MoneyButton } from '../../../money/MoneyButton';
import { useMoneyAction } from '../../../money/useMoneyAction';
import { useTypedValues } from '../../../money/useTypedValues';
import { ActionNotes } from './ActionNotes';
import type { SheetOfTradeProps } from './sheets';
import styles from './TradeDetail.module.css';

const MAX_IMAGES = 6;
const MAX_TEXT = 1_000;

const valuesOf = (kept: Record<string, string>) => ({ text: kept['text'] ?? '' });

/** Opens a dispute, or adds evidence to the one that is open. */
export function DisputeSheet({ open, onClose, trade, onStale }: SheetOfTradeProps) {
  const { t } = useLingui();
  const isOpen = trade.state === 'dispute';
  return (
    <Sheet open={open} onClose={onClose} title={isOpen ? t`Add evidence` : t`Open a dispute`}>
      {open && <Form trade={trade} onClose={onClose} onStale={onStale} />}
    </Sheet>
  );
}

function Form({ trade, onClose, onStale }: { trade: UsdtTrade; onClose: () => void; onStale: () => void }) {
  const { t } = useLingui();
  const { id, version, state } = trade;
  const { values, change, clear } = useTypedValues(`otc-dispute ${id}`, valuesOf);
  const { text } = values;
  const { uploads, images } = useImageUploads();
  const wasOpen = state === 'dispute';
  const action = useMoneyAction(disputeTrade, {
    onDone: () => {
      clear();
      onClose();
      toast.show(wasOpen ? t`Added` : t`The dispute is open`, { kind: 'success' });
    },
    onStale: () => {
      onClose();
      onStale();
    },
  });
  const sent = images.flatMap((image) => (image.state === 'sent' ? [image.id] : []));
  const isSending = images.some((image) => image.state === 'waiting' || image.state === 'sending');
  const send = () => void action.run({ id, version, text: text.trim(), images: sent });
  return (
    <div className={styles['form']}>
      <TextArea
        label={t`What has happened`}
        value={text}
        onChange={(next) => change({ text: next })}
        maxLength={MAX_TEXT}
        helper={t`The other side and the platform read it`}
      />
      <div className={styles['group']} role="group" aria-label={t`Images`}>
        <span className={styles['label']}>
          <Trans>Images, at most {MAX_IMAGES}</Trans>
        </span>
        <ImageGrid
          kept={[]}
          onRemoveKept={() => {}}
          images={images}
          max={MAX_IMAGES}
          onAdd={(files) => uploads.add(files)}
          onRetry={(key) => uploads.retry(key)}
          onRemove={(key) => uploads.remove(key)}
        />
      </div>
      {!wasOpen && (
        <RiskLine tone="warning">
          <Trans>
            The platform decides with a reason. Until then the USDT stays locked and nobody can confirm or cancel.
          </Trans>
        </RiskLine>
      )}
      <ActionNotes action={action} />
      <MoneyButton
        disabled={text.trim() === '' || isSending || action.isUnsettled}
        loading={action.isRunning}
        onClick={send}
      >
        {isSending ? (
          <Trans>Sending images …</Trans>
        ) : wasOpen ? (
          <Trans>Add evidence</Trans>
        ) : (
          <Trans>Open a dispute</Trans>
        )}
      </MoneyButton>
    </div>
  );
}

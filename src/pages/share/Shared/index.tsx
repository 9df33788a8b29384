import { Trans, useLingui } from '@lingui/react/macro';
import { MessageSquareText, ReceiptText } from 'lucide-react';
import { usdtPurchases } from '../../../../contract/calls/otc-usdt';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { MISSED_QUERY } from '../../../../contract/share';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths, type Path } from '../../../app/paths';
import { giveShared } from '../../../bridge/shared-images';
import { useListCall } from '../../../bridge/useListCall';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { ListRow } from '../../../components/ListRow';
import { NavBar } from '../../../components/NavBar';
import { SectionTitle } from '../../../components/SectionTitle';
import { Skeleton } from '../../../components/Skeleton';
import { useLocale } from '../../../i18n/useLocale';
import { fiatText } from '../../trade/fiat';
import { MAX_PROOFS, proofFormOf } from '../../trade/proof';
import styles from './Shared.module.css';
import { useSharedImages } from './useSharedImages';

/** Asks what images are for that another app has shared: a feedback, or the proof of a payment that waits for one. */
export default function Shared() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { shared, previews } = useSharedImages();
  return (
    <>
      <NavBar title={t`Shared images`} onBack={back} />
      <div className={styles['body']}>
        {shared === undefined ? (
          <Skeleton shape="rows" count={3} />
        ) : shared.images.length === 0 ? (
          <NoImages />
        ) : (
          <>
            <ul className={styles['images']} aria-label={t`Shared images`}>
              {previews.map((preview, index) => {
                const number = index + 1;
                return (
                  <li key={preview}>
                    <img className={styles['image']} src={preview} alt={t`Image ${number}`} />
                  </li>
                );
              })}
            </ul>
            {shared.refused > 0 && (
              <p className={styles['note']}>
                <Trans>What is no image, or larger than 10 MB, was left out.</Trans>
              </p>
            )}
            <Choices images={shared.images} />
          </>
        )}
      </div>
    </>
  );
}

/** Nobody was there to take the images, or none has come. */
function NoImages() {
  const { t } = useLingui();
  const { replace } = useNavigation();
  const isMissed = useQuery(MISSED_QUERY) !== undefined;
  if (!isMissed) {
    return (
      <EmptyState
        hint={t`There is no shared image. Share it once more from the other app: JPEG, PNG, WebP or HEIC, at most 10 MB.`}
      />
    );
  }
  return (
    <EmptyState
      hint={t`The shared image could not be taken over. You can choose it in the feedback form.`}
      action={{ label: t`Write feedback`, onClick: () => replace(paths.writeFeedback) }}
    />
  );
}

function Choices({ images }: { images: readonly Blob[] }) {
  const { t } = useLingui();
  const { replace } = useNavigation();
  const locale = useLocale();
  const { items = [] } = useListCall(usdtPurchases, {});
  const unpaid = items.filter(isUnpaid);
  const use = (form: string, path: Path, query: Record<string, string> = {}) => {
    giveShared(form, images);
    replace(path, query);
  };
  return (
    <>
      <SectionTitle title={t`What is it for?`} />
      <Card padded={false}>
        <ListRow
          leading={<MessageSquareText size={20} strokeWidth={1.75} aria-hidden="true" />}
          title={t`Feedback`}
          subtitle={t`Describe a problem and send it to us`}
          onClick={() => use('feedback', paths.writeFeedback)}
        />
        {unpaid.map(({ id, fiatAmount, fiat, counterparty }) => {
          const amount = `${fiatText(fiatAmount, locale)} ${fiat}`;
          const { nickname } = counterparty;
          return (
            <ListRow
              key={id}
              leading={<ReceiptText size={20} strokeWidth={1.75} aria-hidden="true" />}
              title={t`Proof of payment`}
              subtitle={t`${amount} to ${nickname}`}
              onClick={() => use(proofFormOf(id), paths.otcOrder, { id })}
            />
          );
        })}
      </Card>
      {unpaid.length > 0 && images.length > MAX_PROOFS && (
        <p className={styles['note']}>
          <Trans>A proof takes the first {MAX_PROOFS} images.</Trans>
        </p>
      )}
    </>
  );
}

function isUnpaid(order: { kind: string }): order is UsdtTrade {
  const { kind, state } = order as UsdtTrade;
  return kind === 'trade' && (state === 'awaiting-payment' || state === 'late-hold');
}

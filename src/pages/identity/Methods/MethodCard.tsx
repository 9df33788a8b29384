import { Trans, useLingui } from '@lingui/react/macro';
import { AddressText } from '../../../components/AddressText';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { StatusTag } from '../../../components/StatusTag';
import { useCountdown } from '../../../components/useCountdown';
import { formatDate } from '../../../format/date';
import { formatCountdown } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import shared from '../parts/identity.module.css';
import type { Method } from './method';
import styles from './Methods.module.css';

interface MethodCardProps {
  method: Method;
  isOnline: boolean;
  onRemove: () => void;
}

/** One address or bank card, and from when on it can be used. */
export function MethodCard({ method, isOnline, onRemove }: MethodCardProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { network, address, bankName, cardLast4, holderName, branch, createdAt, usableAt, isServed } = method;
  const name = network === null ? (bankName ?? '') : `USDT · ${network}`;
  const end = cardLast4 ?? address?.slice(-6) ?? '';
  const added = formatDate(createdAt, { locale });
  return (
    <Card>
      <div className={styles['head']}>
        <h2 className={styles['name']}>{name}</h2>
        {isServed ? <Usable usableAt={usableAt} /> : <NotServed network={network} />}
      </div>
      {address === null ? (
        <div className={styles['target']}>
          <p className="rab-num">•••• {cardLast4}</p>
          <p className={shared['note']}>{[holderName, branch].filter(Boolean).join(' · ')}</p>
        </div>
      ) : (
        <p className={styles['target']}>
          <AddressText address={address} />
        </p>
      )}
      <div className={styles['foot']}>
        <span className={shared['note']}>
          <Trans>Added {added}</Trans>
        </span>
        <Button
          variant="plain"
          size="small"
          disabled={!isOnline}
          aria-label={t`Remove: ${name} ${end}`}
          onClick={onRemove}
        >
          <Trans>Remove</Trans>
        </Button>
      </div>
    </Card>
  );
}

/** The gateway has no wallet on the address's network any more: nothing can be withdrawn to it. */
function NotServed({ network }: Pick<Method, 'network'>) {
  return (
    <StatusTag kind="failed">
      <Trans>no withdrawals over {network}</Trans>
    </StatusTag>
  );
}

function Usable({ usableAt }: { usableAt: number }) {
  const locale = useLocale();
  const seconds = useCountdown(usableAt);
  if (seconds === 0) {
    return (
      <StatusTag kind="done">
        <Trans>Usable</Trans>
      </StatusTag>
    );
  }
  const wait = formatCountdown(seconds, locale);
  return (
    <StatusTag kind="review">
      <span className="rab-num">
        <Trans>Usable in {wait}</Trans>
      </span>
    </StatusTag>
  );
}

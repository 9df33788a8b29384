import { useLingui } from '@lingui/react/macro';
import { IdCard, KeyRound, ListChecks, ShieldCheck, Smartphone, type LucideIcon } from 'lucide-react';
import type { WithdrawalCondition } from '../../../../contract/calls/withdrawals';
import { userInfo } from '../../../../contract/calls/profile';
import { currentAddress, useNavigation } from '../../../app/navigation';
import { paths, type Path } from '../../../app/paths';
import { rememberReturn, type Detour } from '../../../app/return-to';
import { useCall } from '../../../bridge/useCall';
import { Card } from '../../../components/Card';
import { ListRow } from '../../../components/ListRow';
import { StatusTag } from '../../../components/StatusTag';
import { useCountdown } from '../../../components/useCountdown';
import { formatCountdown } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import { Tile } from '../../identity/parts/Tile';
import type { WithdrawConfig } from './useWindow';
import styles from './Withdraw.module.css';

type Condition = WithdrawConfig['conditions'][number];

/** The screen where a person meets each condition; a detour's screen says why they are there, and leads back. */
const SCREENS: Record<WithdrawalCondition, { path: Path; detour?: Detour; icon: LucideIcon }> = {
  identity: { path: paths.identity, detour: 'identity', icon: IdCard },
  authenticator: { path: paths.authenticator, detour: 'authenticator', icon: Smartphone },
  'trade-password': { path: paths.firstTradePassword, detour: 'trade-password', icon: KeyRound },
  method: { path: paths.withdrawalMethods, icon: ListChecks },
  'security-pause': { path: paths.securityCentre, icon: ShieldCheck },
};

/** Returns whether the person has to do something, and not only wait. */
export function isLacking({ isMet, metAt }: Condition): boolean {
  return !isMet && metAt === null;
}

/** Lists the conditions of a withdrawal, each with its state and the way to it; renders nothing when all are met. */
export function Checklist({ conditions }: { conditions: readonly Condition[] }) {
  const { t } = useLingui();
  const { open } = useNavigation();
  if (conditions.every(({ isMet }) => isMet)) return null;
  const go = (name: WithdrawalCondition) => {
    const { path, detour } = SCREENS[name];
    if (detour) rememberReturn(detour, currentAddress());
    open(path);
  };
  return (
    <Card title={t`What withdrawing needs`} padded={false}>
      <ul className={styles['checklist']}>
        {conditions.map((condition) => (
          <li key={condition.name}>
            <Row condition={condition} until={condition.metAt} onOpen={go} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface RowProps {
  condition: Condition;
  /** Time at which waiting alone meets the condition, by the gateway's clock; null when it does not. */
  until: number | null;
  onOpen: (name: WithdrawalCondition) => void;
}

function Row({ condition: { name, isMet }, until, onOpen }: RowProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const text = useConditionTexts()[name];
  const seconds = useCountdown(isMet ? null : until);
  const wait = formatCountdown(seconds, locale);
  return (
    <ListRow
      leading={<Tile icon={SCREENS[name].icon} />}
      title={text.title}
      subtitle={isMet ? undefined : text.hint}
      value={
        <StatusTag kind={isMet ? 'done' : 'review'}>
          <span className="rab-num">{isMet ? t`Fulfilled` : until === null ? text.missing : t`in ${wait}`}</span>
        </StatusTag>
      }
      onClick={isMet ? undefined : () => onOpen(name)}
    />
  );
}

/** Returns for each condition its name, the reason for it, and the words for its lack. */
function useConditionTexts(): Record<WithdrawalCondition, { title: string; hint: string; missing: string }> {
  const { t } = useLingui();
  const isInReview = useCall(userInfo, {}).data?.identity === 'pending-review';
  const missing = t`Missing`;
  return {
    identity: {
      title: t`Real-name verification`,
      hint: isInReview ? t`It is being looked at` : t`Needed before the first withdrawal`,
      missing: isInReview ? t`Pending review` : missing,
    },
    authenticator: { title: t`Google Authenticator`, hint: t`Its code confirms each withdrawal`, missing },
    'trade-password': { title: t`Trade password`, hint: t`Confirms everything that leaves your account`, missing },
    method: { title: t`Withdrawal method`, hint: t`An address or card of yours, on file for a while`, missing },
    'security-pause': {
      title: t`No security pause`,
      hint: t`Withdrawals rest after a password or the authenticator changed`,
      missing: t`Paused`,
    },
  };
}

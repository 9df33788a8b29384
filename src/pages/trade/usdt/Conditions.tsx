import { Trans, useLingui } from '@lingui/react/macro';
import { userInfo } from '../../../../contract/calls/profile';
import { currentAddress, useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { rememberReturn } from '../../../app/return-to';
import { useCall } from '../../../bridge/useCall';
import { Button } from '../../../components/Button';
import { RiskLine } from '../../../components/RiskLine';
import { afterSheetClosed } from '../../../components/useSheetHistory';

export type MissingRequirement = 'identity' | 'identity-review' | 'trade-password';

/** Returns what the person lacks before they can trade; null when they lack nothing, or while it is not known. */
export function useMissingRequirement(): MissingRequirement | null {
  const user = useCall(userInfo, {}).data;
  if (user === undefined) return null;
  if (user.identity === 'pending-review') return 'identity-review';
  if (user.identity !== 'approved') return 'identity';
  return user.hasTradePassword ? null : 'trade-password';
}

/** Tells before the form why the person cannot trade yet. */
export function LackingNote({ lacking }: { lacking: MissingRequirement | null }) {
  if (lacking === null) return null;
  return (
    <RiskLine tone={lacking === 'identity-review' ? 'info' : 'warning'}>
      {lacking === 'identity' ? (
        <Trans>Both sides pay each other from accounts in verified names: yours has to be verified first.</Trans>
      ) : lacking === 'identity-review' ? (
        <Trans>Your name is being looked at. As soon as it is verified you can trade here.</Trans>
      ) : (
        <Trans>Orders are confirmed with a trade password, and you have none yet. What you type here is kept.</Trans>
      )}
    </RiskLine>
  );
}

/** The one button that solves it. @param onLeave closes the sheet and keeps what was typed */
export function RequirementButton({ lacking, onLeave }: { lacking: MissingRequirement; onLeave: () => void }) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const isPassword = lacking === 'trade-password';
  const go = () => {
    rememberReturn(isPassword ? 'trade-password' : 'identity', currentAddress());
    onLeave();
    afterSheetClosed(() => open(isPassword ? paths.firstTradePassword : paths.identity));
  };
  return (
    <Button block onClick={go}>
      {isPassword ? t`Set trade password` : t`Real-name verification`}
    </Button>
  );
}

import { useLingui } from '@lingui/react/macro';
import { canShareText, shareText } from '../../components/save-file';
import { toast } from '../../components/toast';
import { invitationLink } from './invitation';

/** Hands the person's invitation link to the device's own sheet; null where there is none. */
export function useShareInvitation(nickname: string, code: string): (() => Promise<void>) | null {
  const { t } = useLingui();
  if (!canShareText()) return null;
  return async () => {
    const outcome = await shareText({
      title: 'RAB',
      text: t`${nickname} invites you to RAB`,
      url: invitationLink(code),
    });
    if (outcome === 'failed') toast.show(t`The link could not be shared. Copy it instead.`, { kind: 'error' });
  };
}

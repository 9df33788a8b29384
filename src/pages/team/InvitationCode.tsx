import { useLingui } from '@lingui/react/macro';
import { Share2 } from 'lucide-react';
import type { userInfo } from '../../../contract/calls/profile';
import type { Output } from '../../bridge/types';
import { CodeToCopy } from '../../components/CodeToCopy';
import { IconButton } from '../../components/IconButton';
import { useShareInvitation } from './useShareInvitation';

/** The person's own code, to copy and to share. */
export function InvitationCode({ user }: { user: Pick<Output<typeof userInfo>, 'nickname' | 'invitationCode'> }) {
  const { t } = useLingui();
  const { nickname, invitationCode: code } = user;
  const share = useShareInvitation(nickname, code);
  return (
    <CodeToCopy label={t`Invitation code`} code={code} copyLabel={t`Copy the invitation code`}>
      {share && (
        <IconButton
          label={t`Share the link`}
          icon={<Share2 size={20} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => void share()}
        />
      )}
    </CodeToCopy>
  );
}

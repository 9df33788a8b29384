import { Trans, useLingui } from '@lingui/react/macro';
import { ImageDown, Link, Share2 } from 'lucide-react';
import { userInfo } from '../../../../contract/calls/profile';
import { useNavigation } from '../../../app/navigation';
import type { Output } from '../../../bridge/types';
import { readAhead, useCall } from '../../../bridge/useCall';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { CodeToCopy } from '../../../components/CodeToCopy';
import { copyText } from '../../../components/copy';
import { NavBar } from '../../../components/NavBar';
import { QrCode } from '../../../components/QrCode';
import { useSaveImage } from '../../../components/useSaveImage';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { invitationLink } from '../invitation';
import { useShareInvitation } from '../useShareInvitation';
import styles from './Invite.module.css';
import { SIZE } from './poster';
import { usePoster } from './usePoster';

/** Reads ahead the data that the page shows. */
export async function ahead(): Promise<void> {
  await readAhead(userInfo, {});
}

/** The person's invitation code, its link and the poster of both (docs/rules.md §3). */
export default function Invite() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const read = useCall(userInfo, {});
  return (
    <>
      <NavBar title={t`Invite`} onBack={back} />
      <div className={styles['page']}>
        <ReadArea read={read} hasData={read.data !== undefined} skeleton="card">
          {read.data && <Invitation user={read.data} />}
        </ReadArea>
        <ReadStamp read={read} />
      </div>
    </>
  );
}

function Invitation({ user }: { user: Output<typeof userInfo> }) {
  const { t } = useLingui();
  const { nickname, invitationCode: code } = user;
  const link = invitationLink(code);
  const { url, picture } = usePoster(nickname, code);
  const { save, isSaving } = useSaveImage(picture);
  const share = useShareInvitation(nickname, code);
  return (
    <>
      <div className={styles['poster']}>
        {url === undefined ? (
          <QrCode text={link} label={t`QR code with the link below`} />
        ) : (
          <img src={url} width={SIZE.width} height={SIZE.height} alt={t`Poster with the link below as a QR code`} />
        )}
      </div>
      <Card>
        <CodeToCopy label={t`Invitation code`} code={code} copyLabel={t`Copy the invitation code`} />
        <p className={styles['link']}>{link}</p>
        <p className={styles['note']}>
          <Trans>
            Whoever registers with your code belongs to your team from then on. That cannot be changed later.
          </Trans>
        </p>
      </Card>
      <div className={styles['buttons']}>
        {share && (
          <Button block icon={<Share2 size={18} aria-hidden="true" />} onClick={() => void share()}>
            <Trans>Share the link</Trans>
          </Button>
        )}
        <Button
          block
          variant={share ? 'soft' : 'primary'}
          icon={<Link size={18} aria-hidden="true" />}
          onClick={() => void copyText(link)}
        >
          <Trans>Copy the link</Trans>
        </Button>
        <Button
          block
          variant="soft"
          loading={isSaving}
          icon={<ImageDown size={18} aria-hidden="true" />}
          onClick={() => void save()}
        >
          <Trans>Save as image</Trans>
        </Button>
      </div>
    </>
  );
}

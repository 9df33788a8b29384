import { Trans, useLingui } from '@lingui/react/macro';
import { avatars, userInfo } from '../../../../contract/calls/profile';
import type { ImageUpload } from '../../../bridge/image-uploads';
import { useCall } from '../../../bridge/useCall';
import { Avatar } from '../../../components/Avatar';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { ProgressBar } from '../../../components/ProgressBar';
import { RiskLine } from '../../../components/RiskLine';
import { StepFrame } from '../../account/parts/StepFrame';
import { ReadArea } from '../../read/ReadArea';
import { AddImage } from '../images/AddImage';
import { useUploadError } from '../images/useUploadError';
import styles from './AvatarPage.module.css';
import { useAvatar, type Choice } from './useAvatar';

/** The person's picture: one of the list, one of their own, or the initial (docs/rules.md §9). */
export default function AvatarPage() {
  const { t } = useLingui();
  const user = useCall(userInfo, {}).data;
  const avatar = useAvatar();
  const { choice, own } = avatar;
  const name = user?.nickname ?? '';
  return (
    <StepFrame title={t`Avatar`}>
      <div className={styles['now']}>
        {choice?.source === 'upload' && own ? (
          <img src={own.preview} alt={t`Your image`} />
        ) : (
          <Avatar image={shownImage(choice, user?.avatar ?? null)} name={name} size={96} />
        )}
      </div>
      {own && <OwnState image={own} onRetry={avatar.retryOwn} />}
      <Card>
        <Pictures choice={choice} present={user?.avatar ?? null} name={name} onChoose={avatar.choose} />
      </Card>
      <div className={styles['own']}>
        <AddImage multiple={false} onFiles={avatar.addOwn} />
      </div>
      <Button block disabled={!avatar.canSave} loading={avatar.isRunning} onClick={() => void avatar.save()}>
        <Trans>Save</Trans>
      </Button>
    </StepFrame>
  );
}

/** Returns the chosen picture, else the present one. */
function shownImage(choice: Choice, present: string | null): string | null {
  if (choice?.source === 'list') return choice.image;
  return choice?.source === 'none' ? null : present;
}

interface PicturesProps {
  choice: Choice;
  present: string | null;
  name: string;
  onChoose: (choice: Choice) => void;
}

function Pictures({ choice, present, name, onChoose }: PicturesProps) {
  const { t } = useLingui();
  const read = useCall(avatars, {});
  const shown = choice?.source === 'upload' ? undefined : shownImage(choice, present);
  return (
    <ReadArea read={read} hasData={read.data !== undefined} skeleton="rows">
      <fieldset className={styles['grid']}>
        <legend className="rab-sr">{t`Avatar`}</legend>
        <label className={styles['choice']}>
          <input
            className="rab-sr"
            type="radio"
            name="avatar"
            aria-label={t`No picture, the initial`}
            checked={shown === null}
            onChange={() => onChoose({ source: 'none' })}
          />
          <Avatar image={null} name={name} size={56} />
        </label>
        {read.data?.avatars.map(({ id, image }, index) => {
          const number = index + 1;
          return (
            <label key={id} className={styles['choice']}>
              <input
                className="rab-sr"
                type="radio"
                name="avatar"
                aria-label={t`Image ${number}`}
                checked={shown === image}
                onChange={() => onChoose({ source: 'list', id, image })}
              />
              <Avatar image={image} name="" size={56} />
            </label>
          );
        })}
      </fieldset>
    </ReadArea>
  );
}

function OwnState({ image, onRetry }: { image: ImageUpload; onRetry: () => void }) {
  const { t } = useLingui();
  const errorText = useUploadError();
  if (image.state === 'sent') return null;
  if (image.state !== 'failed') {
    return <ProgressBar value={image.state === 'sending' ? image.progress : 0} label={t`Sending your image`} />;
  }
  return (
    <>
      <RiskLine tone="danger">{errorText(image.error)}</RiskLine>
      {image.error.retryable && (
        <Button variant="soft" size="small" onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      )}
    </>
  );
}

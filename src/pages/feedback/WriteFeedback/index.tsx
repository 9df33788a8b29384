import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import {
  MAX_FEEDBACK_CONTENT,
  MAX_FEEDBACK_IMAGES as MAX_IMAGES,
  MAX_FEEDBACK_TITLE,
} from '../../../../contract/calls/feedback';
import { useNavigation } from '../../../app/navigation';
import { useConnection } from '../../../bridge/session';
import { useFormImages } from '../../../bridge/useFormImages';
import { AskSheet } from '../../../components/AskSheet';
import { Button } from '../../../components/Button';
import { Field } from '../../../components/Field';
import { FieldMessage } from '../../../components/FieldMessage';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { TextArea } from '../../../components/TextArea';
import formStyles from '../../../form/form.module.css';
import { ImageGrid } from '../../identity/images/ImageGrid';
import { FORM, useFeedbackForm } from './useFeedbackForm';
import styles from './WriteFeedback.module.css';

/** The form of a feedback; what was written and chosen before a reload is there again (docs/rules.md §9). */
export default function WriteFeedback() {
  const { t } = useLingui();
  const { back } = useNavigation();
  return (
    <>
      <NavBar title={t`Write feedback`} onBack={back} />
      <div className={styles['body']}>
        <FeedbackForm />
      </div>
    </>
  );
}

function FeedbackForm() {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const images = useFormImages(FORM, MAX_IMAGES);
  const form = useFeedbackForm(images);
  return (
    <form className={formStyles['form']} noValidate onSubmit={(event) => void form.submit(event)}>
      <Field
        label={t`Title`}
        type="text"
        autoComplete="off"
        maxLength={MAX_FEEDBACK_TITLE}
        enterKeyHint="next"
        {...form.title}
      />
      <TextArea
        label={t`Content`}
        maxLength={MAX_FEEDBACK_CONTENT}
        rows={6}
        helper={t`What happened, where, and when. Never write a password or a code`}
        {...form.content}
      />
      <Field
        label={t`Order number`}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={81}
        optional
        enterKeyHint="done"
        {...form.orderNumber}
      />
      <Images images={images} error={form.imageError} />
      {form.isOlderThere && (
        <RiskLine tone="warning">
          <Trans>
            An earlier version had arrived already, and stands in your list. Send once more to send this one as well.
          </Trans>
        </RiskLine>
      )}
      {!isOnline && (
        <p className={styles['note']}>
          <Trans>Sending needs a connection; what you write is kept.</Trans>
        </p>
      )}
      <Button type="submit" block loading={form.isRunning} disabled={!isOnline || form.problem === 'sending'}>
        {isOnline && form.problem === 'sending' ? <Trans>Sending images …</Trans> : <Trans>Send</Trans>}
      </Button>
      {form.hasInput && <Discard onDiscard={form.discard} />}
    </form>
  );
}

function Images({ images, error }: { images: ReturnType<typeof useFormImages>; error: string | undefined }) {
  const { t } = useLingui();
  const id = useId();
  const { unkept } = images;
  return (
    <div className={styles['group']} role="group" aria-label={t`Images`} aria-describedby={id}>
      <span className={styles['label']}>
        <Trans>Images, at most {MAX_IMAGES}</Trans>
      </span>
      {!images.isRestoring && (
        <ImageGrid
          kept={[]}
          onRemoveKept={() => {}}
          images={images.images}
          max={MAX_IMAGES}
          onAdd={(files) => images.uploads.add(files)}
          onRetry={(key) => images.uploads.retry(key)}
          onRemove={images.remove}
        />
      )}
      <FieldMessage
        id={id}
        error={error}
        helper={
          unkept > 0
            ? t`This device has no room to keep ${unkept} of them: leave the app open until they are sent.`
            : undefined
        }
      />
    </div>
  );
}

function Discard({ onDiscard }: { onDiscard: () => Promise<void> }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const discard = () => {
    setAsking(false);
    void onDiscard();
  };
  return (
    <>
      <Button variant="ghost" block onClick={() => setAsking(true)}>
        <Trans>Discard the draft</Trans>
      </Button>
      {isAsking && (
        <AskSheet
          title={t`Discard the draft?`}
          confirmLabel={t`Discard`}
          cancelLabel={t`Keep the draft`}
          busy={false}
          onConfirm={discard}
          onClose={() => setAsking(false)}
        >
          <Trans>What you wrote and the images are removed from this device.</Trans>
        </AskSheet>
      )}
    </>
  );
}

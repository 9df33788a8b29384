import { Trans, useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import type { IdentityField } from '../../../../contract/calls/identity';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { ChoiceList } from '../../../components/ChoiceList';
import { Field } from '../../../components/Field';
import { FieldMessage } from '../../../components/FieldMessage';
import { RiskLine } from '../../../components/RiskLine';
import form from '../../../form/form.module.css';
import { ImageGrid } from '../images/ImageGrid';
import styles from './RealName.module.css';
import { RecordCard } from './RecordCard';
import { useDocumentTypes, usePartNames } from './useDocumentTypes';
import { useRealNameForm, type RealNameRecord } from './useRealNameForm';

/** Asks for the missing parts; approved parts are shown and cannot be changed, refused parts say why. */
export function RealNameForm({ record }: { record: RealNameRecord }) {
  const { t } = useLingui();
  const names = usePartNames();
  const types = useDocumentTypes();
  const real = useRealNameForm(record);
  const part = (name: IdentityField) => record.fields.find(({ field }) => field === name);
  const isOpen = (name: IdentityField) => part(name)?.state !== 'approved';
  const reason = (name: IdentityField) => part(name)?.reason ?? undefined;
  const known = record.documentNumber ?? '';
  const number = real.field('documentNumber');
  const realName = real.field('realName');
  const options = (['id-card', 'passport', 'driving-licence'] as const).map((value) => ({
    value,
    label: types[value],
  }));
  return (
    <>
      <RecordCard record={record} onlyApproved />
      <form className={form['form']} noValidate onSubmit={(event) => void real.submit(event)}>
        {isOpen('documentType') && (
          <Part
            label={names.documentType}
            error={real.missing.includes('documentType') ? t`Choose a document` : reason('documentType')}
          >
            <Card padded={false}>
              <ChoiceList
                label={names.documentType}
                options={options}
                value={real.documentType ?? ('' as 'id-card')}
                onChange={real.chooseType}
              />
            </Card>
          </Part>
        )}
        {isOpen('documentNumber') && (
          <Field
            label={names.documentNumber}
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="next"
            helper={part('documentNumber')?.state === 'entered' ? t`Entered: ${known}. Empty keeps it` : undefined}
            {...number}
            error={number.error ?? reason('documentNumber')}
          />
        )}
        {isOpen('realName') && (
          <Field
            label={names.realName}
            type="text"
            autoComplete="name"
            enterKeyHint="done"
            {...realName}
            error={realName.error ?? reason('realName')}
          />
        )}
        {isOpen('images') && <Images real={real} label={names.images} reason={reason('images')} />}
        <RiskLine tone="info">
          <Trans>
            All four corners visible, nothing covered, every character readable. Only you and the reviewers see it.
          </Trans>
        </RiskLine>
        <Button type="submit" block loading={real.isRunning} disabled={real.isSending}>
          {real.isSending ? <Trans>Sending images …</Trans> : <Trans>Hand in for review</Trans>}
        </Button>
      </form>
    </>
  );
}

function Part({ label, error, children }: { label: string; error: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles['group']} role="group" aria-label={label} aria-describedby={id}>
      <span className={styles['label']}>{label}</span>
      {children}
      <FieldMessage id={id} error={error} helper={undefined} />
    </div>
  );
}

interface ImagesProps {
  real: ReturnType<typeof useRealNameForm>;
  label: string;
  /** The reason why the earlier pictures were refused. */
  reason: string | undefined;
}

function Images({ real, label, reason }: ImagesProps) {
  const { t } = useLingui();
  return (
    <Part label={label} error={real.missing.includes('images') ? t`Add at least one image` : reason}>
      <ImageGrid
        kept={real.kept}
        onRemoveKept={real.removeKept}
        images={real.images}
        max={real.max}
        onAdd={real.addImages}
        onRetry={real.retryImage}
        onRemove={real.removeImage}
      />
    </Part>
  );
}

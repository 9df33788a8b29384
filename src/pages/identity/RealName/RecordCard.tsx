import { useLingui } from '@lingui/react/macro';
import type { IdentityField } from '../../../../contract/calls/identity';
import { Card } from '../../../components/Card';
import { KeyValue } from '../../../components/KeyValue';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { OwnImage } from '../images/OwnImage';
import styles from './RealName.module.css';
import { useDocumentTypes, usePartNames } from './useDocumentTypes';
import type { RealNameRecord } from './useRealNameForm';

/** Shows the parts that the person handed in; the number is masked. */
export function RecordCard({ record, onlyApproved = false }: { record: RealNameRecord; onlyApproved?: boolean }) {
  const { t } = useLingui();
  const locale = useLocale();
  const types = useDocumentTypes();
  const names = usePartNames();
  const { documentType, documentNumber, realName, images, submittedAt } = record;
  const isShown = (name: IdentityField) =>
    !onlyApproved || record.fields.some(({ field, state }) => field === name && state === 'approved');
  const rows = [
    { name: 'documentType' as const, value: documentType && types[documentType] },
    { name: 'documentNumber' as const, value: documentNumber },
    { name: 'realName' as const, value: realName },
  ]
    .filter(({ name, value }) => value !== null && isShown(name))
    .map(({ name, value }) => ({ label: names[name], value }));
  const hasImages = images.length > 0 && isShown('images');
  if (rows.length === 0 && !hasImages) return null;
  const handedIn =
    submittedAt === null || onlyApproved
      ? []
      : [{ label: t`Handed in`, value: formatDateTime(submittedAt, { locale }) }];
  return (
    <Card>
      <KeyValue rows={[...rows, ...handedIn]} />
      {hasImages && (
        <div className={styles['images']}>
          {images.map((id, index) => {
            const number = index + 1;
            return <OwnImage key={id} id={id} label={t`Image ${number}`} />;
          })}
        </div>
      )}
    </Card>
  );
}

import { useLingui } from '@lingui/react/macro';
import type { DocumentType, IdentityField } from '../../../../contract/calls/identity';

/** The documents that a person can show, by name. */
export function useDocumentTypes(): Record<DocumentType, string> {
  const { t } = useLingui();
  return { 'id-card': t`ID card`, passport: t`Passport`, 'driving-licence': t`Driving licence` };
}

/** Returns the name of each part of the record. */
export function usePartNames(): Record<IdentityField, string> {
  const { t } = useLingui();
  return {
    documentType: t`Document`,
    documentNumber: t`Document number`,
    realName: t`Name as in the document`,
    images: t`Images of the document`,
  };
}

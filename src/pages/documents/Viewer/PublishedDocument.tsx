import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { documentFile } from '../../../../contract/calls/documents';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useCall } from '../../../bridge/useCall';
import { EmptyState } from '../../../components/EmptyState';
import { NavBar } from '../../../components/NavBar';
import { fileOf } from '../../../documents/published-file';
import { ReadArea } from '../../read/ReadArea';
import { OpenDocument } from './OpenDocument';

/** A document that the operator has published: the device keeps it, so it opens without a connection once it was opened. */
export function PublishedDocument({ id }: { id: string }) {
  const { t } = useLingui();
  const { back, replace } = useNavigation();
  const read = useCall(documentFile, { id });
  const { title, pdf } = read.data ?? {};
  // The same file when it is read again: the viewer opens each one anew.
  const file = useMemo(() => (title === undefined || pdf === undefined ? null : fileOf(title, pdf)), [title, pdf]);
  const isGone = read.error?.code === 'not-found';
  if (file && !isGone) return <OpenDocument file={file} />;
  return (
    <>
      <NavBar title={t`PDF document`} onBack={back} />
      {isGone ? (
        <EmptyState
          hint={t`This document is not there any more.`}
          action={{ label: t`Customer service`, onClick: () => replace(paths.service) }}
        />
      ) : (
        <ReadArea read={read} hasData={false} skeleton="card">
          {null}
        </ReadArea>
      )}
    </>
  );
}

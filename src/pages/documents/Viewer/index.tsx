import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { EmptyState } from '../../../components/EmptyState';
import { NavBar } from '../../../components/NavBar';
import { handedOver } from '../../../documents/handed-over';
import { OpenDocument } from './OpenDocument';
import { PublishedDocument } from './PublishedDocument';

/**
 * With `?id=` a document that the operator has published; else the one that another screen has made and handed over, which is not kept, so
 * after a new start there is none (docs/screens.md).
 */
export default function Viewer() {
  const id = useQuery('id');
  return id === undefined ? <HandedOver /> : <PublishedDocument key={id} id={id} />;
}

function HandedOver() {
  const [file] = useState(handedOver);
  return file ? <OpenDocument file={file} /> : <NoDocument />;
}

function NoDocument() {
  const { t } = useLingui();
  const { back, open } = useNavigation();
  return (
    <>
      <NavBar title={t`PDF document`} onBack={back} />
      <EmptyState
        hint={t`Statements that you make as PDF open here. They are made anew each time and kept nowhere.`}
        action={{ label: t`Assets report`, onClick: () => open(paths.assetsReport) }}
      />
    </>
  );
}

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { EmptyState } from '../../../components/EmptyState';
import { NavBar } from '../../../components/NavBar';
import { handedOver } from '../../../documents/handed-over';
import { OpenDocument } from './OpenDocument';

/** The document that another screen has made and handed over; it is not kept, so after a new start there is none (docs/screens.md). */
export default function Viewer() {
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

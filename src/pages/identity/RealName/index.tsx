import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { realNameVerification } from '../../../../contract/calls/identity';
import { useNavigation } from '../../../app/navigation';
import { hasReturn, takeReturn } from '../../../app/return-to';
import { useCall } from '../../../bridge/useCall';
import { Button } from '../../../components/Button';
import { NavBar } from '../../../components/NavBar';
import { StatusTag } from '../../../components/StatusTag';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import shared from '../parts/identity.module.css';
import { useStatusTexts, type IdentityStatus } from '../parts/useStatusTexts';
import styles from './RealName.module.css';
import { RealNameForm } from './RealNameForm';
import { RecordCard } from './RecordCard';

/** Real-name verification in its four states (docs/rules.md §9). Code 4901 leads here. */
export default function RealName() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const read = useCall(realNameVerification, {});
  const record = read.data;
  const statusTexts = useStatusTexts();
  const isOpen = record?.status === 'not-verified' || record?.status === 'failed';
  return (
    <>
      <NavBar title={t`Real-name verification`} onBack={back} />
      <div className={shared['body']}>
        <ReadArea read={read} hasData={record !== undefined} skeleton="rows" count={4}>
          {record && (
            <>
              <div className={styles['head']}>
                <StatusTag kind={statusTexts[record.status].kind}>{statusTexts[record.status].text}</StatusTag>
                <ReadStamp read={read} />
              </div>
              <p className={shared['lead']}>
                <StatusLead status={record.status} />
              </p>
              {isOpen ? <RealNameForm key={record.reviewedAt} record={record} /> : <RecordCard record={record} />}
              {!isOpen && hasReturn('identity') && <GoBack />}
            </>
          )}
        </ReadArea>
      </div>
    </>
  );
}

function StatusLead({ status }: { status: IdentityStatus }): ReactNode {
  if (status === 'pending-review')
    return <Trans>It is being looked at. Until then nothing of it can be changed.</Trans>;
  if (status === 'approved') return <Trans>Your name is verified. Nothing more is needed.</Trans>;
  if (status === 'failed')
    return <Trans>Not everything could be confirmed. Mend what is marked and hand it in again.</Trans>;
  if (hasReturn('identity'))
    return <Trans>What you were about to do needs a verified name. Afterwards you are taken back.</Trans>;
  return <Trans>Withdrawals and bank cards need a verified name.</Trans>;
}

/** Whoever was sent here by a refusal finds what they were doing right below. */
function GoBack() {
  const { back } = useNavigation();
  const leave = () => {
    takeReturn('identity');
    back();
  };
  return (
    <Button variant="soft" block onClick={leave}>
      <Trans>Back to what you were doing</Trans>
    </Button>
  );
}

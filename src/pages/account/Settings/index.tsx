import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { userInfo } from '../../../../contract/calls/profile';
import { useNavigation } from '../../../app/navigation';
import type { CallState, Output } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { Avatar } from '../../../components/Avatar';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { ListRow } from '../../../components/ListRow';
import { NavBar } from '../../../components/NavBar';
import { ReadArea } from '../../read/ReadArea';
import { InvitationCode } from '../../team/InvitationCode';
import { useEntries } from './entries';
import styles from './Settings.module.css';

const LogoutSheet = lazy(() => import('./LogoutSheet'));

export default function Settings() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const read = useCall(userInfo, {});
  const [isAsking, setAsking] = useState(false);
  const groups = useEntries(read.data);
  return (
    <>
      <NavBar title={t`Settings`} onBack={back} />
      <div className={styles['body']}>
        <Account read={read} />
        {groups.map(({ name, entries }) => (
          <Card key={name} padded={false}>
            {entries.map(({ path, href, act, label, icon: Icon, value }) => (
              <ListRow
                key={path}
                {...(act ? { onClick: act } : { href })}
                title={label}
                value={value}
                leading={<Icon size={20} strokeWidth={1.75} aria-hidden="true" />}
              />
            ))}
          </Card>
        ))}
        <Button variant="plain" block onClick={() => setAsking(true)}>
          <Trans>Log out</Trans>
        </Button>
      </div>
      <Suspense fallback={null}>{isAsking && <LogoutSheet onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}

/** Who is logged in. It keeps its place until it is known: what stands below is tapped meanwhile. */
function Account({ read }: { read: CallState<Output<typeof userInfo>> }) {
  const { data } = read;
  return (
    <div className={styles['account']}>
      <ReadArea read={read} hasData={data !== undefined} skeleton="rows" count={2}>
        {data && (
          <Card>
            <div className={styles['who']}>
              <Avatar image={data.avatar} name={data.nickname} size={48} />
              <div className={styles['text']}>
                <p className={styles['name']}>{data.nickname}</p>
                <p className={styles['contact']}>{[data.email, data.phone].filter(Boolean).join(' · ')}</p>
              </div>
            </div>
            <InvitationCode user={data} />
          </Card>
        )}
      </ReadArea>
    </div>
  );
}

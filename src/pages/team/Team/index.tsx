import { Trans, useLingui } from '@lingui/react/macro';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { PageTitle } from '../../../components/PageTitle';
import { Later } from '../../../start';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { InvitationCode } from '../InvitationCode';
import { Figures } from './Figures';
import { Generations } from './Generations';
import { LevelCard } from './LevelCard';
import { LevelSheet } from './LevelSheet';
import { Members } from './Members';
import { NewCustody } from './NewCustody';
import styles from './Team.module.css';
import { useTeam } from './useTeam';

export { ahead } from './useTeam';

/** The Team tab: level, figures, generations, members (docs/rules.md §7). */
export default function Team() {
  const { t } = useLingui();
  const { open } = useNavigation();
  const { team, level, user } = useTeam();
  const [showsLevels, setShowsLevels] = useState(false);
  const isAlone = team.data?.team.members === 0;
  return (
    <>
      <PageTitle
        title={t`Team`}
        actions={
          <div className={styles['invite']}>
            <Button
              variant="soft"
              size="small"
              href={hrefTo(paths.invite)}
              icon={<UserPlus size={18} strokeWidth={2} aria-hidden="true" />}
            >
              <Trans>Invite</Trans>
            </Button>
          </div>
        }
      />
      <div className={styles['page']}>
        <div className={styles['level']}>
          <ReadArea read={level} hasData={level.data !== undefined} skeleton="card">
            {level.data && (
              <LevelCard
                progress={level.data}
                stamp={<ReadStamp read={level} />}
                onRules={() => setShowsLevels(true)}
              />
            )}
          </ReadArea>
        </div>
        <ReadArea read={team} hasData={team.data !== undefined} skeleton="card">
          {team.data && <Figures team={team.data} own={level.data?.validCustody} stamp={<ReadStamp read={team} />} />}
        </ReadArea>
        <Later>
          {team.data && !isAlone && <NewCustody />}
          {team.data && !isAlone && <Generations team={team.data} />}
          {user.data && (
            <Card>
              <InvitationCode user={user.data} />
            </Card>
          )}
          {isAlone ? (
            <EmptyState
              hint={<Trans>Whoever registers with your code appears here.</Trans>}
              action={{ label: <Trans>Invite</Trans>, onClick: () => open(paths.invite) }}
            />
          ) : (
            <Members count={team.data?.team.members} />
          )}
        </Later>
      </div>
      <LevelSheet open={showsLevels} onClose={() => setShowsLevels(false)} progress={level.data} />
    </>
  );
}

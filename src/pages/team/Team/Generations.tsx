import { Trans, useLingui } from '@lingui/react/macro';
import { TEAM_ASSET } from '../../../../contract/calls/team';
import { toAmount } from '../../../../contract/money';
import { toUnits } from '../../../format/units';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import { formatCount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { useBalancesHidden } from '../../../theme/eye';
import type { TeamFigures } from './Figures';
import styles from './Generations.module.css';

type Group = TeamFigures['team'];

/** Everybody below generation 2. */
function furtherThan({ team, generation1, generation2 }: TeamFigures): Group {
  const units = ({ custody }: Group) => toUnits(custody, TEAM_ASSET);
  return {
    members: team.members - generation1.members - generation2.members,
    validMembers: team.validMembers - generation1.validMembers - generation2.validMembers,
    custody: toAmount(units(team) - units(generation1) - units(generation2), TEAM_ASSET),
  };
}

/** Returns the custody of a group as a share of the largest one, 0 … 1, for its bar. */
function shareOf(group: Group, groups: readonly Group[]): number {
  const units = (one: Group) => toUnits(one.custody, TEAM_ASSET);
  const most = groups.map(units).reduce((a, b) => (a > b ? a : b), 1n);
  return Number((units(group) * 1_000n) / most) / 1_000;
}

/** Shows the team's custody by generation: a table whose rows have bars. */
export function Generations({ team }: { team: TeamFigures }) {
  const { t } = useLingui();
  const locale = useLocale();
  const isHidden = useBalancesHidden();
  const further = furtherThan(team);
  const rows = [
    { key: '1', label: t`Generation 1`, group: team.generation1 },
    { key: '2', label: t`Generation 2`, group: team.generation2 },
    { key: '3', label: t`Further generations`, group: further },
  ];
  const groups = rows.map(({ group }) => group);
  return (
    <Card title={t`Custody by generation`}>
      <table className={styles['table']}>
        <thead className="rab-sr">
          <tr>
            <th scope="col">
              <Trans>Generation</Trans>
            </th>
            <th scope="col">
              <Trans>Members</Trans>
            </th>
            <th scope="col">
              <Trans>Custody · USDT</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, group }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td className={styles['members']}>{formatCount(group.members, locale)}</td>
              <td className={styles['custody']}>
                <Amount value={group.custody} asset={TEAM_ASSET} precision="compact" />
                <span className={styles['track']} aria-hidden="true">
                  {!isHidden && <i style={{ width: `${shareOf(group, groups) * 100}%` }} />}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

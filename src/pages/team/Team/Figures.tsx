import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TEAM_ASSET, type teamInfo } from '../../../../contract/calls/team';
import type { Output } from '../../../bridge/types';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import { formatCount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import styles from './Figures.module.css';

export type TeamFigures = Output<typeof teamInfo>;

export interface FiguresProps {
  team: TeamFigures;
  /** The person's own valid custody, once it is known. */
  own: string | undefined;
  stamp: ReactNode;
}

/** Custody performance and headcounts. */
export function Figures({ team, own, stamp }: FiguresProps) {
  const { t } = useLingui();
  const custody = (value: string) => <Amount value={value} asset={TEAM_ASSET} precision="compact" revealable />;
  const figures: { label: string; value: ReactNode; note?: ReactNode }[] = [
    { label: t`Team custody · USDT`, value: custody(team.team.custody) },
    { label: t`Small zone · USDT`, value: custody(team.smallZone) },
    { label: t`Generation 1 · USDT`, value: custody(team.generation1.custody) },
    { label: t`Generation 2 · USDT`, value: custody(team.generation2.custody) },
    { label: t`Largest line · USDT`, value: custody(team.largestLine) },
    { label: t`My valid custody · USDT`, value: own === undefined ? '–' : custody(own) },
    { label: t`Invited directly`, ...headcount(team.generation1) },
    { label: t`Whole team`, ...headcount(team.team) },
  ];
  return (
    <Card padded={false}>
      <dl className={styles['grid']}>
        {figures.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={styles['value']}>{value}</dd>
            {note !== undefined && <dd className={styles['note']}>{note}</dd>}
          </div>
        ))}
      </dl>
      {stamp && <div className={styles['stamp']}>{stamp}</div>}
    </Card>
  );
}

function headcount({ members, validMembers }: TeamFigures['team']): { value: ReactNode; note: ReactNode } {
  return {
    value: <Count value={members} />,
    note: (
      <Trans>
        <Count value={validMembers} /> with valid custody
      </Trans>
    ),
  };
}

function Count({ value }: { value: number }) {
  return <span className="rab-num">{formatCount(value, useLocale())}</span>;
}

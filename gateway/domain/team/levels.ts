/** Levels V0 to V5 (docs/rules.md §7), pure: what somebody's figures give, and how far the next level is. */
import type { AnswerOf } from '../../../contract/call';
import { TEAM_ASSET, type levelProgress } from '../../../contract/calls/team';
import { mulDivDown, RATE_DECIMALS, RATE_SCALE, toAmount, toUnits, unitsToDecimal } from '../../../contract/money';
import type { Settings } from '../settings/figures';

/** The figures that a level asks for, or that somebody has; smallest units. */
export interface LevelFigures {
  custody: bigint;
  smallZone: bigint;
}

/** The conditions of all levels, V0 first. */
export function levelsOf(settings: Pick<Settings, 'team.levels'>): LevelFigures[] {
  return settings['team.levels'].map(({ validCustody, smallZone }) => ({
    custody: toUnits(validCustody, TEAM_ASSET),
    smallZone: toUnits(smallZone, TEAM_ASSET),
  }));
}

/** The highest level of which both conditions hold. */
export function levelFor(levels: readonly LevelFigures[], { custody, smallZone }: LevelFigures): number {
  return Math.max(
    0,
    levels.findLastIndex((level) => custody >= level.custody && smallZone >= level.smallZone),
  );
}

type Progress = AnswerOf<typeof levelProgress>;
type Condition = NonNullable<Progress['next']>['smallZone'];

/** A fraction of one without zeros that say nothing. */
function fraction(scaled: bigint): string {
  return unitsToDecimal(scaled, RATE_DECIMALS).replace(/\.?0+$/, '');
}

function condition(required: bigint, reached: bigint): Condition {
  const isMet = reached >= required;
  return {
    required: toAmount(required, TEAM_ASSET),
    reached: toAmount(reached, TEAM_ASSET),
    isMet,
    progress: isMet ? '1' : fraction(mulDivDown(reached, RATE_SCALE, required)),
  };
}

/** Both conditions of the level above `level`; null above the highest. */
export function nextLevel(levels: readonly LevelFigures[], level: number, figures: LevelFigures): Progress['next'] {
  const next = levels[level + 1];
  if (!next) return null;
  return {
    level: level + 1,
    validCustody: condition(next.custody, figures.custody),
    smallZone: condition(next.smallZone, figures.smallZone),
  };
}

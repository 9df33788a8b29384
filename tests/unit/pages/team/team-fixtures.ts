/** A team as the gateway tells of it. */
import type { TeamMember } from '../../../../contract/calls/team';
import type { CallOutput } from '../../../../contract/index';
import { USER } from '../fixtures';
import type { Handlers } from '../fake-worker';

const DAY = Date.UTC(2026, 10, 20);

export const TEAM: CallOutput<'teamInfo'> = {
  team: { members: 86, validMembers: 51, custody: '342800.000000' },
  generation1: { members: 9, validMembers: 6, custody: '58200.000000' },
  generation2: { members: 31, validMembers: 20, custody: '96400.500000' },
  largestLine: '214400.000000',
  smallZone: '128400.000000',
  validFrom: '500',
};
const NONE = { members: 0, validMembers: 0, custody: '0.000000' };
export const ALONE: CallOutput<'teamInfo'> = {
  ...TEAM,
  team: NONE,
  generation1: NONE,
  generation2: NONE,
  largestLine: '0.000000',
  smallZone: '0.000000',
};

export const LEVEL: CallOutput<'levelProgress'> = {
  level: 2,
  computedOn: DAY,
  nextAt: DAY + 86_400_000,
  expectedLevel: 2,
  validCustody: '6000.000000',
  smallZone: '128400.000000',
  next: {
    level: 3,
    validCustody: { required: '10000.000000', reached: '6000.000000', isMet: false, progress: '0.6' },
    smallZone: { required: '50000.000000', reached: '128400.000000', isMet: true, progress: '1' },
  },
  levels: [
    { level: 0, validCustody: '0.000000', smallZone: '0.000000', otcDiscount: '0' },
    { level: 1, validCustody: '500.000000', smallZone: '0.000000', otcDiscount: '0.05' },
    { level: 2, validCustody: '2000.000000', smallZone: '5000.000000', otcDiscount: '0.1' },
    { level: 3, validCustody: '10000.000000', smallZone: '50000.000000', otcDiscount: '0.15' },
  ],
};

export const NEW_CUSTODY: CallOutput<'teamDays'> = {
  days: [4_100, 6_600, 3_000, 8_400, 5_100, 9_200.5, 12_800].map((custody, index) => ({
    day: DAY - (6 - index) * 86_400_000,
    custody: custody.toFixed(6),
  })),
  total: '49200.500000',
};

function memberOf(id: string, changes: Partial<TeamMember> = {}): TeamMember {
  return { id, generation: '1', name: 'L***a', level: 1, validCustody: '12600.000000', joinedAt: DAY, ...changes };
}

export const MEMBERS: TeamMember[] = [
  memberOf('3'),
  memberOf('2', { name: '沐**', generation: '2', level: 0, validCustody: '0.000000' }),
  memberOf('1', { name: 'J*n', level: 3 }),
];

export const CHANGES: CallOutput<'levelChanges'>['items'] = [
  { id: '2', day: DAY, before: 1, after: 2, validCustody: '6000.000000', smallZone: '5000.000000' },
  { id: '1', day: DAY - 86_400_000, before: 0, after: 1, validCustody: '500.000000', smallZone: '0.000000' },
];

export function teamHandlers(changes: Handlers = {}): Handlers {
  return {
    userInfo: () => USER,
    teamInfo: () => TEAM,
    teamDays: () => NEW_CUSTODY,
    levelProgress: () => LEVEL,
    teamMembers: () => ({ items: MEMBERS, nextCursor: null }),
    levelChanges: () => ({ items: CHANGES, nextCursor: null }),
    ...changes,
  };
}

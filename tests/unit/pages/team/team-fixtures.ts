/** A team as the gateway tells of it. */
import { levelProgress, teamDays } from '../../../../contract/calls/team';
import { plainest } from '../../support/plainest';
import type { Handlers } from '../fake-worker';
import { USER } from '../fixtures';

const DAY = Date.UTC(2026, 10, 20);

export const LEVEL = plainest(levelProgress.output, {
  level: 2,
  expectedLevel: 2,
  next: {
    level: 3,
    validCustody: { required: '10000.000000', reached: '6000.000000', progress: '0.6' },
    smallZone: { required: '50000.000000', reached: '128400.000000', isMet: true, progress: '1' },
  },
  levels: [{ level: 0 }, { level: 1 }, { level: 2, otcDiscount: '0.1' }, { level: 3 }],
});

export const NEW_CUSTODY = plainest(teamDays.output, {
  days: [4_100, 6_600, 3_000, 8_400, 5_100, 9_200.5, 12_800].map((custody, index) => ({
    day: DAY - (6 - index) * 86_400_000,
    custody: custody.toFixed(6),
  })),
  total: '49200.500000',
});

export const teamHandlers = (changes: Handlers = {}): Handlers => ({
  userInfo: () => USER,
  teamInfo: () => ({ team: { members: 86 } }),
  teamDays: () => NEW_CUSTODY,
  levelProgress: () => LEVEL,
  teamMembers: () => ({ items: [{ id: '3', name: 'L***a' }] }),
  levelChanges: () => ({
    items: [
      { id: '2', before: 1, after: 2 },
      { id: '1', before: 0, after: 1 },
    ],
  }),
  ...changes,
});

/** The calls of Team. Team and level belong to the user, whichever account is switched to (docs/rules.md §3). */
import { TEAM_ASSET, TEAM_DAYS } from '../../../contract/calls/team';
import { toAmount } from '../../../contract/money';
import { DAY_MS, dayOf } from '../accounts/equity';
import { Refusal, type Handlers } from '../call-context';
import { userById } from '../identity/users/user-repo';
import { BY_TIME, pageOf } from '../paging';
import { loadSettings } from '../settings/settings';
import { validFromOf } from './fold';
import { levelFor, levelsOf, nextLevel } from './levels';
import { levelsComputedOn, pageLevelChanges } from './levels-repo';
import { maskName } from './names';
import { figuresOf, newCustodyOf, pageMembers, validCustodyOf, type Group } from './repo';

const usdt = (units: bigint) => toAmount(units, TEAM_ASSET);
const viewGroup = ({ members, valid, custody }: Group) => ({ members, validMembers: valid, custody: usdt(custody) });

export const teamHandlers: Handlers<'teamInfo' | 'teamDays' | 'teamMembers' | 'levelProgress' | 'levelChanges'> = {
  async teamInfo({ deps, session }) {
    const { db } = deps.db;
    const [settings, figures] = await Promise.all([loadSettings(db), figuresOf(db, session.userId)]);
    const { team, generation1, generation2, largestLine } = figures;
    return {
      team: viewGroup(team),
      generation1: viewGroup(generation1),
      generation2: viewGroup(generation2),
      largestLine: usdt(largestLine),
      smallZone: usdt(team.custody - largestLine),
      validFrom: settings['custody.validFrom'],
    };
  },

  async teamDays({ deps, session, now }) {
    const today = dayOf(now);
    const first = today - (TEAM_DAYS - 1) * DAY_MS;
    const found = await newCustodyOf(deps.db.db, session.userId, first);
    const days = Array.from({ length: TEAM_DAYS }, (_, index) => {
      const day = first + index * DAY_MS;
      return { day, units: found.get(day) ?? 0n };
    });
    return {
      days: days.map(({ day, units }) => ({ day, custody: usdt(units) })),
      total: usdt(days.reduce((sum, { units }) => sum + units, 0n)),
    };
  },

  teamMembers({ deps, session }, { generation, ...asked }) {
    const narrowed = { userId: session.userId, ...(generation ? { generation } : {}) };
    return pageOf(BY_TIME, asked, {
      read: (page) => pageMembers(deps.db.db, { ...narrowed, ...page }),
      last: ({ joinedAt, id }) => ({ at: joinedAt, id }),
      view: (rows) =>
        rows.map(({ nickname, custody, ...row }) => ({
          ...row,
          name: maskName(nickname),
          validCustody: usdt(custody),
        })),
    });
  },

  async levelProgress({ deps, session, now }) {
    const { db } = deps.db;
    const settings = await loadSettings(db);
    const [user, { team, largestLine }, custody, computedOn] = await Promise.all([
      userById(db, session.userId),
      figuresOf(db, session.userId),
      validCustodyOf(db, session.userId, validFromOf(settings)),
      levelsComputedOn(db),
    ]);
    if (!user) throw new Refusal('unauthorized');
    const figures = { custody, smallZone: team.custody - largestLine };
    const levels = levelsOf(settings);
    return {
      level: user.level,
      computedOn,
      nextAt: dayOf(now) + DAY_MS,
      expectedLevel: levelFor(levels, figures),
      validCustody: usdt(figures.custody),
      smallZone: usdt(figures.smallZone),
      next: nextLevel(levels, user.level, figures),
      levels: levels.map((level, index) => ({
        level: index,
        validCustody: usdt(level.custody),
        smallZone: usdt(level.smallZone),
        otcDiscount: settings['otc.levelDiscounts'][index] ?? '0',
      })),
    };
  },

  levelChanges({ deps, session }, asked) {
    return pageOf(BY_TIME, asked, {
      read: (page) => pageLevelChanges(deps.db.db, { userId: session.userId, ...page }),
      last: ({ day, id }) => ({ at: day, id }),
      view: (rows) =>
        rows.map(({ custody, smallZone, ...row }) => ({
          ...row,
          validCustody: usdt(custody),
          smallZone: usdt(smallZone),
        })),
    });
  },
};

/** The team and its levels (docs/rules.md §7). The device learns names of members masked only. */
import * as z from 'zod/mini';
import { defineCall, nothing } from '../call';
import { id, pageInput, pageOf, timeMs } from '../ids';
import { amount, rate } from '../money';

/** The asset that all performance is in: custody orders are in USDT only (docs/rules.md §5). */
export const TEAM_ASSET = 'USDT';

const count = z.int().check(z.gte(0));

/** A part of the team: everybody in it, those of them who have valid custody, and the sum of that. */
const group = z.object({ members: count, validMembers: count, custody: amount });

/** The figures of the person's team; at most a minute old. */
export const teamInfo = defineCall({
  name: 'teamInfo',
  method: 'GET',
  uri: '/api/v1/user/teamInfo',
  access: 'user',
  effect: 'read',
  shows: ['team'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: nothing,
  output: z.object({
    /** Everybody below, whatever the generation. */
    team: group,
    /** Those whom the person invited, and those whom these invited. */
    generation1: group,
    generation2: group,
    /** The valid custody of the strongest direct line: of one direct member and everybody below. */
    largestLine: amount,
    /** `team.custody` less `largestLine`. */
    smallZone: amount,
    /** Running custody counts from here on. */
    validFrom: amount,
  }),
});

/** `teamDays` answers so many UTC days, today's with them. */
export const TEAM_DAYS = 7;

/**
 * New custody of everybody below by UTC day: what running orders hold that were placed or added on the day, by members who are in valid
 * custody (docs/rules.md §7).
 */
export const teamDays = defineCall({
  name: 'teamDays',
  method: 'GET',
  uri: '/api/v1/user/team-days',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['team'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: nothing,
  output: z.object({
    /** Oldest first, each day as the midnight it began with. */
    days: z.array(z.object({ day: timeMs, custody: amount })),
    total: amount,
  }),
});

/** 1: the person invited the member; 2: a member of generation 1 did. Text, since the device keeps it as the row's kind. */
export const teamGeneration = z.enum(['1', '2']);
export type TeamGeneration = z.output<typeof teamGeneration>;

export const teamMember = z.object({
  id,
  generation: teamGeneration,
  /** Masked, e.g. `L***a`. */
  name: z.string(),
  level: z.int(),
  /** The member's own valid custody; zero below the least that counts. */
  validCustody: amount,
  joinedAt: timeMs,
});
export type TeamMember = z.output<typeof teamMember>;

/** Generations 1 and 2, newest first; a generation narrows it. */
export const teamMembers = defineCall({
  name: 'teamMembers',
  method: 'GET',
  uri: '/api/v1/user/team-members',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['team'],
  cache: { kind: 'list', maxAgeMs: 60_000, sort: 'joinedAt', tag: 'generation', search: ['name'] },
  input: z.strictObject({ generation: z.optional(teamGeneration), ...pageInput }),
  example: { limit: 100 },
  output: pageOf(teamMember),
});

/** One of the two conditions of a level, and how far the person is. */
const condition = z.object({
  required: amount,
  reached: amount,
  isMet: z.boolean(),
  /** `reached` ÷ `required` as a fraction of at most one, rounded down; one where nothing is required. */
  progress: rate,
});

/** The person's level, the way to the next one, and the table of all levels. */
export const levelProgress = defineCall({
  name: 'levelProgress',
  method: 'GET',
  uri: '/api/v1/user/level-progress',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['team', 'custody', 'level'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: nothing,
  output: z.object({
    level: z.int(),
    /** The UTC day, as the midnight it began with, that levels were last computed on; null before the first time. */
    computedOn: z.nullable(timeMs),
    /** Levels are computed next from then on. */
    nextAt: timeMs,
    /** The level that today's figures would give. */
    expectedLevel: z.int(),
    validCustody: amount,
    smallZone: amount,
    /** Both conditions have to hold. Null on the highest level. */
    next: z.nullable(z.object({ level: z.int(), validCustody: condition, smallZone: condition })),
    /** All levels in order, V0 first. */
    levels: z.array(
      z.object({
        level: z.int(),
        /** Least own valid custody, and least small zone. */
        validCustody: amount,
        smallZone: amount,
        /** Part that OTC fees are lower by. */
        otcDiscount: rate,
      }),
    ),
  }),
});

/** Each change of the person's level, newest first, with the figures that it was computed from. */
export const levelChanges = defineCall({
  name: 'levelChanges',
  method: 'GET',
  uri: '/api/v1/user/level-changes',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['level'],
  cache: { kind: 'list', maxAgeMs: 300_000, sort: 'day' },
  input: z.strictObject({ ...pageInput }),
  example: { limit: 100 },
  output: pageOf(
    z.object({
      id,
      /** The UTC day, as the midnight it began with. */
      day: timeMs,
      before: z.int(),
      after: z.int(),
      validCustody: amount,
      smallZone: amount,
    }),
  ),
});

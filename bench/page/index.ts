/** Page: how the app starts and moves on a slow device, beside a bare React page of the same run. */
import { startGateway } from '../../tests/support/gateway-process';
import { compare, spreadOf, type Comparison, type Rounds, type Side } from '../measure';
import type { Part } from '../part';
import { startBareSite } from './bare-site';
import type { Vitals } from './in-page';
import {
  FIGURES,
  firstAnswer,
  firstVisit,
  LOGIN_FORM,
  logIn,
  move,
  PHONE,
  prime,
  secondStart,
  type Moves,
  type Speed,
} from './journeys';
import { newProfile, PHONE_SLOWDOWN, type Profile, type Site } from './visits';

const ROUNDS: Rounds = { rounds: 9, warmUps: 1 };
const QUICK: Rounds = { rounds: 1, warmUps: 0 };
/** The bare page started in so many ms, at 4 × CPU slow-down, on the machine on which the limits in ms were set. */
const REFERENCE_START_MS = 281;
const CALIBRATION_STARTS = 5;

const BARE = 'bare React page';
const BARE_ROWS = 'li';

async function compareFirstVisits(bare: Site, ours: Site, rounds: Rounds, speed: Speed): Promise<Comparison[]> {
  const seen: Vitals[] = [];
  const subject = (what: string) => `first visit: ${what}${speed.suffix}`;
  const limit: Side = { name: BARE, round: async () => (await firstVisit(bare, BARE_ROWS, speed)).lcpMs };
  const login: Side = {
    name: 'login page',
    async round() {
      const figures = await firstVisit(ours, LOGIN_FORM, speed);
      seen.push(figures);
      return figures.lcpMs;
    },
  };
  const largest = await compare(subject('largest contentful paint'), 'ms', [limit], [login], rounds);
  const counted = seen.slice(rounds.warmUps);
  return [
    allowed(
      subject('first contentful paint'),
      900,
      'login page',
      counted.map(({ fcpMs }) => fcpMs),
    ),
    ...largest,
    allowed(
      subject('largest contentful paint'),
      1_500,
      'login page',
      counted.map(({ lcpMs }) => lcpMs),
    ),
    allowed(
      subject('blocking time'),
      50,
      'login page',
      counted.map(({ tbtMs }) => tbtMs),
    ),
  ];
}

function allowed(subject: string, limitMs: number, name: string, figures: number[]): Comparison {
  return {
    subject,
    unit: 'ms',
    limit: { name: 'allowed', figures: figures.map(() => limitMs) },
    ours: { name, figures },
  };
}

/** The slow-down at which the bare page starts here as fast as on the machine on which the limits in ms were set. */
async function referenceSpeed(profile: Profile, bare: Site): Promise<Speed> {
  const starts: number[] = [];
  for (let start = 0; start < CALIBRATION_STARTS; start += 1) {
    starts.push(await secondStart(profile, bare.origin, BARE_ROWS, PHONE));
  }
  const cpu = Math.max(1, (PHONE_SLOWDOWN * REFERENCE_START_MS) / spreadOf(starts).median);
  return { cpu, suffix: `, at ${cpu.toFixed(1)} ×` };
}

/** With every server gone: the browser started anew on what it keeps. */
async function compareSecondStarts(
  profiles: Record<'bare' | 'ours', Profile>,
  origins: Record<'bare' | 'ours', string>,
  rounds: Rounds,
  speed: Speed,
): Promise<Comparison[]> {
  const moves: Moves[] = [];
  const starts = await compare(
    `second start, offline${speed.suffix}`,
    'ms',
    [{ name: `${BARE}, 20 rows`, round: () => secondStart(profiles.bare, origins.bare, BARE_ROWS, speed) }],
    [
      {
        name: "Home's own figures",
        round: () =>
          secondStart(
            profiles.ours,
            `${origins.ours}/`,
            FIGURES,
            speed,
            async (page) => void moves.push(await move(page)),
          ),
      },
      { name: 'a tap on a tab answers', round: () => firstAnswer(profiles.ours, origins.ours, speed) },
    ],
    rounds,
  );
  const counted = moves.slice(rounds.warmUps);
  return [
    ...starts,
    allowed(
      `second start: blocking time${speed.suffix}`,
      300,
      'Home, until nothing moves',
      counted.map(({ blockedMs }) => blockedMs),
    ),
    allowed(
      `tab switched${speed.suffix}`,
      100,
      'Assets with its figures',
      counted.map(({ tabMs }) => tabMs),
    ),
    allowed(
      `list opened${speed.suffix}`,
      100,
      'statement with its rows',
      counted.map(({ listMs }) => listMs),
    ),
  ];
}

/**
 * Everything twice: as slow as the limits want it, and at the slow-down at which the bare page starts as it did where the
 * limits in ms were set. The ratio to the bare page is of the first, what is allowed in ms of the second.
 */
export const page: Part = async ({ isQuick, say }) => {
  const rounds = isQuick ? QUICK : ROUNDS;
  const bare = await startBareSite();
  const ours = await startGateway({ from: 'build', env: { LOG_LEVEL: 'error' } });
  const site: Site = { origin: ours.origin, stop: async () => void (await ours.stop()) };
  const profiles = { bare: await newProfile(), ours: await newProfile() };
  const origins = { bare: bare.origin, ours: ours.origin };
  const comparisons: Comparison[] = [];
  try {
    await prime(profiles.bare, bare, (first) => first.locator(BARE_ROWS).first().waitFor());
    await prime(profiles.ours, site, logIn);
    const speeds = [PHONE, await referenceSpeed(profiles.bare, bare)];
    for (const speed of speeds) {
      say(`first visits${speed.suffix}`);
      comparisons.push(...(await compareFirstVisits(bare, site, rounds, speed)));
    }
    await Promise.all([bare.stop(), site.stop()]);
    for (const speed of speeds) {
      say(`second starts${speed.suffix}`);
      comparisons.push(...(await compareSecondStarts(profiles, origins, rounds, speed)));
    }
    return {
      comparisons,
      ranOn: `Chromium at ${PHONE_SLOWDOWN} × CPU slow-down where nothing else stands; first visits at 150 ms, 1.6 Mbit/s`,
    };
  } finally {
    await Promise.all([bare.stop(), ours.stop(), profiles.bare.remove(), profiles.ours.remove()]);
  }
};

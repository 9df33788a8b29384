/** Start: what each trick of the start buys, measured by leaving it out (docs/start.md). */
import { TRICKS, type Trick } from '../../src/start/manifest';
import { startGateway } from '../../tests/support/gateway-process';
import { interleave, type Measured, type Rounds, type Side } from '../measure';
import type { Part } from '../part';
import { FIGURES, firstAnswer, firstVisit, LOGIN_FORM, logIn, move, PHONE, prime, secondStart } from '../page/journeys';
import { newProfile, PHONE_SLOWDOWN, type Profile } from '../page/visits';
import { build, serve, type Variant } from './builds';
import { gainRows, type Figure, type Taken } from './gains';
import { updateBytes } from './update-bytes';

const ROUNDS: Rounds = { rounds: 7, warmUps: 1 };
const QUICK: Rounds = { rounds: 1, warmUps: 0 };
/** After the login page is there: its long tasks come at once. */
const QUIET_MS = 1_000;
/** Devices that are made ready side by side. */
const READY_AT_ONCE = 3;
/** The whole build runs before every so many others, so that each has one near it. */
const WHOLE_EVERY = 5;
const WHOLE = 'nothing';
const KIB = 1024;

/** The places where a trick can tell. */
const FIRST_VISIT: ReadonlySet<Trick> = new Set([
  'inlineStyle',
  'pacedScripts',
  'loginTexts',
  'pageContract',
  'chunkGroups',
  'reactChunk',
  'later',
]);
/** A second start shows no login page, and installs nothing. */
const FIRST_VISIT_ALONE: ReadonlySet<Trick> = new Set(['loginTexts', 'twoWaves']);
const SECOND_START: ReadonlySet<Trick> = new Set(TRICKS.filter((trick) => !FIRST_VISIT_ALONE.has(trick)));

const msText = (ms: number) => `${ms.toFixed(0)} ms`;
const kibText = (bytes: number) => `${(bytes / KIB).toFixed(1)} KiB`;
const PAINT = 'first visit: first paint';
const FORM = 'login page';
const FIRST_BLOCKED = 'its blocking time';
const FORM_BYTES = 'its bytes';
const KEPT_BYTES = 'bytes until it works offline';
const UPDATE_BYTES = 'bytes of an update of Home';
const HOME = 'second start: Home’s figures';
const STAY = 'they stay';
const ANSWER = 'a tap answers';
const SECOND_BLOCKED = 'blocking time';
const TAB = 'tab switched';
const LIST = 'list opened';
const SHOWN: readonly Figure[] = [
  ...[PAINT, FORM].map((name): Figure => ({ name, unit: '%', text: msText })),
  { name: FIRST_BLOCKED, unit: 'ms', text: msText },
  ...[FORM_BYTES, KEPT_BYTES, UPDATE_BYTES].map((name): Figure => ({ name, unit: '%', text: kibText })),
  ...[HOME, STAY, ANSWER].map((name): Figure => ({ name, unit: '%', text: msText })),
  { name: SECOND_BLOCKED, unit: 'ms', text: msText },
  ...[TAB, LIST].map((name): Figure => ({ name, unit: '%', text: msText })),
];

/** The whole build again and again between those that lack a trick. */
function amongWhole(variants: readonly Variant[], where: ReadonlySet<Trick>): Variant[] {
  const whole = variants.filter(({ trick }) => trick === null);
  const lacking = variants.filter(({ trick }) => trick !== null && where.has(trick));
  return lacking
    .flatMap((variant, place) => (place % WHOLE_EVERY === 0 ? [...whole, variant] : [variant]))
    .concat(whole);
}

const nameOf = ({ trick }: Variant) => trick ?? WHOLE;

async function lookAtFirst(variant: Variant): Promise<Taken> {
  const before = variant.sentBytes();
  let bytes = NaN;
  const onShown = () => {
    bytes = variant.sentBytes() - before;
  };
  const { fcpMs, shownMs, tbtMs } = await firstVisit(variant, LOGIN_FORM, PHONE, { onShown, quietMs: QUIET_MS });
  return { [PAINT]: fcpMs, [FORM]: shownMs, [FIRST_BLOCKED]: tbtMs, [FORM_BYTES]: bytes };
}

function firstVisits(variants: readonly Variant[], rounds: Rounds): Promise<Measured<Taken>[]> {
  const sides = amongWhole(variants, FIRST_VISIT).map((variant): Side<Taken> => ({
    name: nameOf(variant),
    round: () => lookAtFirst(variant),
  }));
  return interleave(sides, rounds);
}

/** The device has everything afterwards, and somebody is logged in. @returns the bytes of a visit until the app works offline */
async function makeReady(variant: Variant, profile: Profile): Promise<Measured<Taken>> {
  const before = variant.sentBytes();
  let bytes = NaN;
  await prime(profile, variant, async (page) => {
    await page.locator(LOGIN_FORM).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    bytes = variant.sentBytes() - before;
    await logIn(page);
  });
  return { name: nameOf(variant), figures: [{ [KEPT_BYTES]: bytes }] };
}

async function goOn(variant: Variant, profile: Profile): Promise<Taken> {
  let moves = { stayMs: NaN, blockedMs: NaN, tabMs: NaN, listMs: NaN };
  const url = `${variant.origin}/`;
  const homeMs = await secondStart(profile, url, FIGURES, PHONE, async (page) => {
    moves = await move(page);
  });
  const answerMs = await firstAnswer(profile, variant.origin, PHONE);
  const { stayMs, blockedMs, tabMs, listMs } = moves;
  return {
    [HOME]: homeMs,
    [STAY]: stayMs,
    [ANSWER]: answerMs,
    [SECOND_BLOCKED]: blockedMs,
    [TAB]: tabMs,
    [LIST]: listMs,
  };
}

function secondStarts(
  variants: readonly Variant[],
  profiles: ReadonlyMap<Variant, Profile>,
  rounds: Rounds,
): Promise<Measured<Taken>[]> {
  const sides = amongWhole(variants, SECOND_START).flatMap((variant): Side<Taken>[] => {
    const profile = profiles.get(variant);
    return profile ? [{ name: nameOf(variant), round: () => goOn(variant, profile) }] : [];
  });
  return interleave(sides, rounds);
}

async function measureAll(
  variants: Variant[],
  say: (line: string) => void,
  rounds: Rounds,
  onPrimed: () => Promise<void>,
) {
  const measured: Measured<Taken>[] = [];
  const profiles = new Map<Variant, Profile>();
  try {
    say('first visits');
    measured.push(...(await firstVisits(variants, rounds)));
    const waiting = [...variants];
    const makeSomeReady = async () => {
      for (let variant = waiting.shift(); variant; variant = waiting.shift()) {
        say(`a device that has everything but ${nameOf(variant)}`);
        const profile = await newProfile();
        profiles.set(variant, profile);
        measured.push(await makeReady(variant, profile));
      }
    };
    await Promise.all(Array.from({ length: READY_AT_ONCE }, makeSomeReady));
    await onPrimed();
    say('second starts');
    return [...measured, ...(await secondStarts(variants, profiles, rounds))];
  } finally {
    await Promise.all([...profiles.values()].map((profile) => profile.remove()));
  }
}

/** All tricks, or those that `START_TRICKS=picture,later` names. */
function asked(): readonly Trick[] {
  const names = process.env['START_TRICKS']?.split(',');
  return names ? TRICKS.filter((trick) => names.includes(trick)) : TRICKS;
}

export const start: Part = async ({ isQuick, say }) => {
  const tricks = asked();
  const folders = [null, ...tricks].map((trick) => {
    say(`building without ${trick ?? WHOLE}`);
    return [trick, build(trick)] as const;
  });
  const gateway = await startGateway({ from: 'build', env: { LOG_LEVEL: 'error', SERVE_APP: '0' } });
  const variants: Variant[] = [];
  const stopAll = async () => {
    await Promise.all(variants.map((variant) => variant.stop()));
    await gateway.stop();
  };
  try {
    for (const [trick, folder] of folders) variants.push(await serve(trick, folder, gateway.origin));
    const updates = folders.map(([trick, folder]): Measured<Taken> => {
      const bytes = updateBytes(folder, 'home');
      return { name: trick ?? WHOLE, figures: [bytes === null ? {} : { [UPDATE_BYTES]: bytes }] };
    });
    const measured = await measureAll(variants, say, isQuick ? QUICK : ROUNDS, stopAll);
    return {
      comparisons: [],
      table: { rows: gainRows(WHOLE, SHOWN, [...updates, ...measured], tricks), document: 'start.md' },
      ranOn: `Chromium at ${PHONE_SLOWDOWN} × CPU slow-down; first visits at 150 ms, 1.6 Mbit/s; ${isQuick ? QUICK.rounds : ROUNDS.rounds} rounds`,
    };
  } finally {
    await stopAll();
  }
};

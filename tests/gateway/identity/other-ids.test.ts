/**
 * Another user's ids in every call (docs/rules.md §3): each id that an input takes is asked for with a stranger's and with one
 * that nobody has. Both get the same answer, and nothing of the stranger's changes. What an id of a new call names stands in
 * tests/support/live-inputs.ts; an id that is missing there fails the first test.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isDefined } from '../../../contract/call';
import { id, uuid } from '../../../contract/ids';
import { calls, declarations, type CallInput, type CallName } from '../../../contract/index';
import { toUnits } from '../../../contract/money';
import { fileSeal } from '../../../gateway/adapters/file-seal';
import { localFileStore } from '../../../gateway/adapters/file-store';
import { secureIds } from '../../../gateway/adapters/ids';
import { seedConfiguration } from '../../../gateway/domain/settings/seed';
import { liveInput, namedAt } from '../../support/live-inputs';
import { madeFolder } from '../../support/made-folder';
import { belongings, hurry, setIdentity, trader, type Named, type Someone, type Thing } from '../support/belongings';
import { describeOnDatabase } from '../support/database';
import { move, system } from '../support/ledger';
import { payingChain } from '../support/paying-chain';
import { openWorld, type World } from './world';

/** A field of this name holds an id, whatever its schema is. */
const ID_NAME = /(^|\.)ids?$|Ids?$/;

type Schema = z.core.$ZodType;

/** Lists the paths of ids in an input, e.g. `addTo.orderId`, `images[]`. */
function idPaths(schema: Schema, path = ''): string[] {
  const { def } = (schema as unknown as { _zod: { def: z.core.$ZodTypes['_zod']['def'] } })._zod;
  if (schema === id || schema === uuid) return [path];
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) =>
        idPaths(field, path === '' ? name : `${path}.${name}`),
      );
    case 'optional':
    case 'nullable':
    case 'default':
      return idPaths(def.innerType, path);
    case 'array':
      return idPaths(def.element, `${path}[]`);
    case 'union':
      return [...new Set(def.options.flatMap((option) => idPaths(option, path)))];
    case 'pipe':
      return [...new Set([...idPaths(def.in, path), ...idPaths(def.out, path)])];
    case 'record':
      return [`${path}{}`];
    default:
      return ID_NAME.test(path.replace(/\[\]$/, '')) ? [path] : [];
  }
}

/** Ids that no person has: of plans, of lots for everybody to take, of proofs of work. */
const NOBODYS: ReadonlySet<string> = new Set(['planId', 'seen.id', 'captcha.id']);
/** Things that belong to no user, or that everybody is shown; whoever has no share of a dividend is told not-found. */
const PUBLIC: ReadonlySet<string> = new Set<Thing>([
  ...(['machine', 'dividend', 'product', 'marketOffer', 'trader', 'news', 'mandatoryNotice'] as const),
]);
/** Calls that answer an id which is not one's own with nothing, and do nothing. */
const SILENT: ReadonlySet<CallName> = new Set([
  ...(['askOutcome', 'confirmServiceDelivery', 'custodyChanges', 'markNoticesRead'] as const),
]);
/** Calls after which their maker has fewer things to be asked for. */
const LAST: ReadonlySet<CallName> = new Set(['removeMethod', 'switchAccount', 'revokeSession']);

const ALL = declarations
  .filter(isDefined)
  .filter(({ access }) => access === 'user')
  .flatMap(({ name, input }) => idPaths(input).map((path) => ({ name: name as CallName, path })));

interface Case {
  name: CallName;
  path: string;
  thing: Thing;
}

/** The ids of what belongs to somebody. */
const CASES = ALL.flatMap(({ name, path }): Case[] => {
  const thing = namedAt(name, path);
  return thing === undefined || thing === 'own' || PUBLIC.has(thing) ? [] : [{ name, path, thing }];
});

/** The input with another id at a path; the version beside it stays. */
function withId(input: unknown, path: string, value: string): unknown {
  const [key = '', ...rest] = path.split('.');
  const fields = input as Record<string, unknown>;
  if (rest.length > 0) return { ...fields, [key]: withId(fields[key], rest.join('.'), value) };
  return key.endsWith('[]') ? { ...fields, [key.slice(0, -2)]: [value] } : { ...fields, [key]: value };
}

describe('ids in inputs', () => {
  test('are each of a thing that the tests know, or nobody’s', () => {
    const unknown = ALL.filter(({ name, path }) => !namedAt(name, path) && !NOBODYS.has(path));
    expect(unknown).toEqual([]);
    expect(CASES.length).toBeGreaterThan(40);
  });
});

describeOnDatabase("another user's ids", (fixture) => {
  let world: World;
  let mine: Someone;
  let theirs: Someone;
  let ofMine: (thing: Thing) => Promise<Named>;
  let ofTheirs: (thing: Thing) => Promise<Named>;

  beforeAll(async () => {
    // A working day, in business hours.
    world = openWorld(fixture.database, Date.UTC(2026, 10, 23, 9));
    await seedConfiguration(world.deps);
    world.deps.chains = [payingChain(() => world.deps.clock.now())];
    world.deps.files = localFileStore(madeFolder('ids'), secureIds, fileSeal(world.deps.secret));
    await hurry(world);
    await fixture.tx((tx) =>
      move(tx, system('operator-capital'), system('yield-pool'), toUnits('10000', 'USDT'), { kind: 'pool-fund' }),
    );
    [mine, theirs] = [await trader(world), await trader(world)];
    const thingsOf = belongings(world);
    [ofMine, ofTheirs] = [await thingsOf(mine), await thingsOf(theirs)];
    for (const { thing } of CASES) await ofTheirs(thing);
    // Other tests do the verification itself.
    await fixture.database.pool.query('UPDATE users SET authenticator_bound_at = created_at');
    before = await stateOfTheirs();
  });

  /** Everything of theirs that they can see themselves. */
  let before: unknown;
  const SEEN = [
    'assets',
    'tradingAccounts',
    'sessions',
    'withdrawalMethods',
    'realNameVerification',
    'userInfo',
  ] as const;
  const LISTS = [
    'custodyOrders',
    'withdrawals',
    'rabBuyOrders',
    'rabSellOrders',
    'usdtPurchases',
    'usdtSales',
  ] as const;
  const stateOfTheirs = () =>
    Promise.all([...SEEN, ...LISTS, 'unreadNotices' as const].map((name) => theirs.ask(name, {})));

  const ask = ({ token }: Someone, name: CallName, input: unknown) =>
    world.call(name, input as CallInput<typeof name>, {
      token,
      ...(calls[name].effect === 'money' && { key: randomUUID() }),
    });

  test.each(CASES.map((one) => [`${one.name} ${one.path}`, one] as const))('%s', async (_, { name, path, thing }) => {
    await setIdentity(world, mine, name === 'saveRealName' ? 'not-verified' : 'approved');
    const input = await liveInput(name, ofMine);
    const their = (await ofTheirs(thing)).id;
    const absent = their.includes('-') ? randomUUID() : '999999999';
    // With the rest of the input mine, and with all of it theirs.
    for (const rest of [input, await liveInput(name, ofTheirs)]) {
      const answer = await ask(mine, name, withId(rest, path, their));
      expect(answer).toEqual(await ask(mine, name, withId(rest, path, absent)));
      // The answer was the same for an id of nobody's, so there is nothing of theirs in it.
      if (!SILENT.has(name)) expect(answer).toMatchObject({ ok: false, code: 'not-found' });
      expect(answer.ok).toBe(SILENT.has(name));
    }
    expect(await stateOfTheirs()).toEqual(before);
  });

  test('they are good ids: their owner gets something for each', async () => {
    expect((await theirs.ask('custodyChanges', await liveInput('custodyChanges', ofTheirs))).items).toHaveLength(1);
    expect(await theirs.ask('askOutcome', await liveInput('askOutcome', ofTheirs))).toMatchObject({ state: 'done' });
    const { count } = await theirs.ask('unreadNotices', {});
    await theirs.ask('markNoticesRead', await liveInput('markNoticesRead', ofTheirs));
    expect(await theirs.ask('unreadNotices', {})).toEqual({ count: count - 1 });
    const names = [...new Set(CASES.map(({ name }) => name))].filter((name) => !SILENT.has(name));
    const missing: CallName[] = [];
    for (const name of names.toSorted((a, b) => Number(LAST.has(a)) - Number(LAST.has(b)))) {
      const answer = await ask(theirs, name, await liveInput(name, ofTheirs));
      if (!answer.ok && answer.code === 'not-found') missing.push(name);
    }
    expect(missing).toEqual([]);
  });
});

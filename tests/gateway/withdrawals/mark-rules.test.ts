/** Any history of gateways, signatures, deaths, restores and raised epochs: who trusts a database goes on where payouts were. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutsideMark } from '../../../gateway/adapters/payout-mark';
import { judgeMark, type MarkRow } from '../../../gateway/domain/withdrawals/mark-rules';

/**
 * Alone: with others, one that stood exactly where the copy stands goes on, and may overtake what another one has sent
 * (docs/operating.md names what the mark does not see).
 */
const GATEWAYS = 1;

interface Gateway {
  file: OutsideMark | null;
  /** In memory; null when it does not run, or has not looked. */
  watched: MarkRow | null;
  /** Signatures whose bytes it has handed to an endpoint, since it has its file: what no restore takes back. */
  sent: Set<string>;
}

interface World {
  row: MarkRow | null;
  /** Signatures that the database has. */
  known: string[];
  copies: { row: MarkRow | null; known: string[] }[];
  halted: boolean;
  gateways: Gateway[];
  made: number;
}

const which = fc.nat(GATEWAYS - 1);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('round' as const), which, dies: fc.constantFrom('no', 'before', 'after') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wipe' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('copy' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), which: fc.nat(5) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const written = ({ epoch, number, token }: MarkRow): OutsideMark => ({ epoch, number, token, next: null });

/** Sends in one round everything that the database has signed. The gateway's file is up to date by then. */
function send(world: World, gateway: Gateway): void {
  for (const token of world.known) gateway.sent.add(token);
}

/** Runs a gateway's round as mark.ts and pay-out.ts do it: look, send, sign, send. @returns true when it signed */
function round(world: World, gateway: Gateway, dies: 'no' | 'before' | 'after'): boolean {
  const { row } = world;
  const facts = { lineage: 'one', outside: gateway.file, watched: gateway.watched, isUnused: world.known.length === 0 };
  const verdict = judgeMark({ row, ...facts });
  const token = `t${(world.made += 1)}`;
  if (verdict === 'first') {
    gateway.file = { epoch: 1, number: -1, token: '', next: token };
    if (dies !== 'before') world.row = { epoch: 1, number: 0, token, lineage: 'one' };
    return false;
  }
  if (verdict === 'restored') {
    world.halted = true;
    world.row ??= { epoch: 1, number: 0, token, lineage: 'one' };
  }
  if (row === null) return false;
  gateway.watched ??= row;
  if (verdict !== 'trusted') return false;
  gateway.watched = row;
  gateway.file = written(row);
  if (world.halted) return false;
  send(world, gateway);
  gateway.file = { ...written(row), next: token };
  if (dies === 'before') {
    gateway.watched = null;
    return false;
  }
  const signed = { ...row, number: row.number + 1, token };
  world.row = signed;
  world.known = [...world.known, token];
  if (dies === 'after') {
    gateway.watched = null;
    return true;
  }
  gateway.file = written(signed);
  gateway.watched = signed;
  send(world, gateway);
  return true;
}

function play(world: World, one: Step): void {
  const gateway = 'which' in one && one.do !== 'restore' ? world.gateways[one.which] : undefined;
  if (one.do === 'copy') world.copies.push({ row: world.row, known: [...world.known] });
  else if (one.do === 'restore') {
    const copy = world.copies[one.which % Math.max(1, world.copies.length)];
    if (copy) Object.assign(world, { row: copy.row, known: [...copy.known] });
  } else if (gateway && one.do === 'restart') gateway.watched = null;
  else if (gateway && one.do === 'wipe') Object.assign(gateway, { file: null, watched: null, sent: new Set() });
}

describe('who trusts a database', () => {
  it('a gateway alone never signs on a database that lacks what it has sent itself', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const gateways = Array.from({ length: GATEWAYS }, () => ({
          file: null,
          watched: null,
          sent: new Set<string>(),
        }));
        const world: World = { row: null, known: [], copies: [], halted: false, gateways, made: 0 };
        for (const one of steps) {
          if (one.do !== 'round') {
            play(world, one);
            continue;
          }
          const gateway = world.gateways[one.which]!;
          const lacks = [...gateway.sent].some((token) => !world.known.includes(token));
          if (round(world, gateway, one.dies)) expect(lacks).toBe(false);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('nothing but a signature or a raised epoch makes a gateway without a file trust', () => {
    const row = { epoch: 5, number: 7, token: 'x', lineage: 'one' };
    const facts = { lineage: 'one', outside: null, isUnused: false };
    expect(judgeMark({ ...facts, row, watched: null })).toBe('unsure');
    expect(judgeMark({ ...facts, row, watched: row })).toBe('unsure');
    expect(judgeMark({ ...facts, row: { ...row, number: 8, token: 'y' }, watched: row })).toBe('trusted');
    expect(judgeMark({ ...facts, row: { ...row, epoch: 6, number: 0, token: 'y' }, watched: row })).toBe('trusted');
    expect(judgeMark({ ...facts, row: { ...row, token: 'y' }, watched: row })).toBe('restored');
    expect(judgeMark({ ...facts, row: { ...row, number: 6, token: 'y' }, watched: row })).toBe('restored');
    expect(judgeMark({ ...facts, row, lineage: 'two', watched: row })).toBe('restored');
    expect(judgeMark({ ...facts, row: null, watched: null })).toBe('restored');
    expect(judgeMark({ ...facts, row: null, watched: null, isUnused: true })).toBe('first');
    expect(judgeMark({ ...facts, row: null, watched: null, isUnused: true, outside: written(row) })).toBe('restored');
  });

  it('a stale file, of a gateway that was off while others paid, is no reason to trust', () => {
    const outside = written({ epoch: 5, number: 7, token: 'x', lineage: 'one' });
    const row = { epoch: 5, number: 9, token: 'z', lineage: 'one' };
    expect(judgeMark({ row, lineage: 'one', outside, watched: null, isUnused: false })).toBe('unsure');
  });
});

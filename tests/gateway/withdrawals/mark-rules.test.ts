/** Any history of gateways, signatures, deaths, restores and raised epochs: who trusts a database goes on where payouts were. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutsideMark } from '../../../gateway/adapters/payout-mark';
import { judgeMark, type MarkRow } from '../../../gateway/domain/withdrawals/mark-rules';

/**
 * A gateway alone: with others, one that stood exactly where the copy stands goes on, and may overtake what another one has sent
 * (docs/operating.md names what the mark does not see).
 */
interface World {
  row: MarkRow | null;
  /** Signatures that the database has. */
  known: string[];
  copies: { row: MarkRow | null; known: string[] }[];
  halted: boolean;
  file: OutsideMark | null;
  /** In the gateway's memory; null when it does not run, or has not looked. */
  watched: MarkRow | null;
  /** Signatures whose bytes the gateway has handed to an endpoint, since it has its file: what no restore takes back. */
  sent: Set<string>;
  made: number;
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('round' as const), dies: fc.constantFrom('no', 'before', 'after') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wipe' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('copy' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), which: fc.nat(5) }) },
);

const written = ({ epoch, number, token }: MarkRow): OutsideMark => ({ epoch, number, token, next: null });

/** Sends everything that the database has signed. The gateway's file is up to date by then. */
function send(world: World): void {
  for (const token of world.known) world.sent.add(token);
}

/** Runs the gateway's round as mark.ts and pay-out.ts do it: look, send, sign, send. @returns true when it signed */
function round(world: World, dies: 'no' | 'before' | 'after'): boolean {
  const { row, file, watched, known } = world;
  const verdict = judgeMark({ row, lineage: 'one', outside: file, watched, isUnused: known.length === 0 });
  const token = `t${(world.made += 1)}`;
  if (verdict === 'first') {
    world.file = { epoch: 1, number: -1, token: '', next: token };
    if (dies !== 'before') world.row = { epoch: 1, number: 0, token, lineage: 'one' };
    return false;
  }
  if (verdict === 'restored') {
    world.halted = true;
    world.row ??= { epoch: 1, number: 0, token, lineage: 'one' };
  }
  if (row === null) return false;
  world.watched ??= row;
  if (verdict !== 'trusted') return false;
  world.watched = row;
  world.file = written(row);
  if (world.halted) return false;
  send(world);
  world.file = { ...written(row), next: token };
  if (dies === 'before') {
    world.watched = null;
    return false;
  }
  const signed = { ...row, number: row.number + 1, token };
  world.row = signed;
  world.known = [...known, token];
  if (dies === 'after') {
    world.watched = null;
    return true;
  }
  world.file = written(signed);
  world.watched = signed;
  send(world);
  return true;
}

describe('who trusts a database', () => {
  it('a gateway alone never signs on a database that lacks what it has sent itself', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const nothing = { row: null, known: [], copies: [], file: null, watched: null, sent: new Set<string>() };
        const world: World = { ...nothing, halted: false, made: 0 };
        for (const one of steps) {
          if (one.do === 'copy') world.copies.push({ row: world.row, known: [...world.known] });
          else if (one.do === 'restart') world.watched = null;
          else if (one.do === 'wipe') Object.assign(world, { file: null, watched: null, sent: new Set() });
          else if (one.do === 'restore') {
            const copy = world.copies[one.which % Math.max(1, world.copies.length)];
            if (copy) Object.assign(world, { row: copy.row, known: [...copy.known] });
          } else {
            const lacks = [...world.sent].some((token) => !world.known.includes(token));
            if (round(world, one.dies)) expect(lacks).toBe(false);
          }
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
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { START_LIMIT_MS } from '../../../../contract/start-limit';
import {
  adopt,
  confirm,
  countStart,
  INITIAL_STATE,
  isNewer,
  isOnTrial,
  rollBack,
  settleWithBase,
  withFailureKnown,
  type ReleaseState,
} from '../../../../worker/service/release/state';

const BASE = '1.0.50';
const NOW = 1_800_000_000_000;
const installed = (state: ReleaseState) => state.active?.version ?? BASE;

describe('the trial of a new version', () => {
  const onTrial = adopt(INITIAL_STATE, '1.0.51', 'hot', BASE);

  it('is confirmed by a page of it, and by no other', () => {
    const started = countStart(onTrial, 'new-page', NOW);
    if (!started) throw new Error('not started');
    expect(isOnTrial(started, 'new-page')).toBe(true);
    expect(isOnTrial(started, 'old-page')).toBe(false);
    expect(confirm(started)).toMatchObject({ active: { version: '1.0.51' }, trial: null, newest: '1.0.51' });
  });

  it('counts tabs that start together once, gives one more start, and no third', () => {
    let state: ReleaseState | null = onTrial;
    for (const tab of ['a', 'b', 'c']) state = state && countStart(state, tab, NOW);
    expect(state?.trial?.starts).toBe(1);
    state = state && countStart(state, 'd', NOW + START_LIMIT_MS);
    expect(state?.trial?.starts).toBe(2);
    expect(state && countStart(state, 'e', NOW + 2 * START_LIMIT_MS)).toBeNull();
  });

  it('ends with the former version, which is told and reported once', () => {
    let state = rollBack(onTrial, 'broken', NOW);
    expect(state).toMatchObject({ active: null, trial: null, refused: ['1.0.51'], newest: null });
    expect(state.failure).toMatchObject({ reason: 'did-not-start', detail: 'broken', isTold: false, at: NOW });
    state = withFailureKnown(state, 'isReported');
    expect(state.failure).not.toBeNull();
    expect(withFailureKnown(state, 'isTold').failure).toBeNull();
  });

  it('goes back to the version that came up last, not to one on trial', () => {
    const first = confirm(onTrial);
    const twice = adopt(adopt(first, '1.0.52', 'hot', BASE), '1.0.53', 'hot', BASE);
    expect(rollBack(twice, '', NOW).active?.version).toBe('1.0.51');
  });
});

it('whatever happens, the installed version is one that came up, the base, or on trial, and never a refused one', () => {
  const step = fc.oneof(
    fc.integer({ min: 40, max: 70 }).map((patch) => ({ type: 'adopt' as const, version: `1.0.${patch}` })),
    fc.constantFrom('confirm' as const, 'rollBack' as const, 'start' as const).map((type) => ({ type, version: '' })),
    fc.integer({ min: 50, max: 70 }).map((patch) => ({ type: 'base' as const, version: `1.0.${patch}` })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let state: ReleaseState = INITIAL_STATE;
      let base = BASE;
      const cameUp = new Set<string>();
      for (const [index, { type, version }] of steps.entries()) {
        const isAllowed = isNewer(version, state.active?.version ?? base) && isNewer(version, state.newest);
        if (type === 'adopt' && isAllowed && !state.refused.includes(version)) {
          state = adopt(state, version, 'hot', base);
        } else if (type === 'confirm') {
          if (state.trial) cameUp.add(installed(state));
          state = confirm(state);
        } else if (type === 'rollBack') state = rollBack(state, '', NOW);
        else if (type === 'start') state = countStart(state, 'page', NOW + index * START_LIMIT_MS) ?? state;
        else if (type === 'base' && isNewer(version, base)) state = settleWithBase(state, (base = version));
        const now = state.active?.version ?? base;
        expect(now === base || cameUp.has(now) || state.trial !== null).toBe(true);
        if (state.active) {
          expect(state.refused).not.toContain(state.active.version);
          expect(isNewer(state.active.version, base)).toBe(true);
        }
      }
    }),
  );
});

import { expect, it } from 'vitest';
import { consume } from '../../../gateway/adapters/rate-limit';
import { describeOnDatabase } from '../support/database';

const LIMIT = { points: 3, windowMs: 1000 };

describeOnDatabase('rate limit', (fixture) => {
  const at = (now: number) => ({ db: fixture.database, clock: { now: () => now } });

  it('allows the limit, says how long to wait, and starts anew after the window', async () => {
    const used = [];
    for (let call = 0; call < 4; call += 1) used.push(await consume(at(100 * call), 'a', LIMIT));
    expect(used.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false]);
    expect(used[3]).toEqual({ isAllowed: false, used: 4, retryAfterMs: 700 });
    expect((await consume(at(999), 'a', LIMIT)).isAllowed).toBe(false);
    expect(await consume(at(1000), 'a', LIMIT)).toEqual({ isAllowed: true, used: 1, retryAfterMs: 1000 });
  });

  it('loses no count when many come at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, () => consume(at(0), 'd', { points: 20, windowMs: 1000 })),
    );
    expect(all.filter(({ isAllowed }) => isAllowed)).toHaveLength(20);
    expect(Math.max(...all.map(({ used }) => used))).toBe(50);
  });
});

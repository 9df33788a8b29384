/** Deposit addresses after a restore: one that somebody was given never becomes another account's (docs/rules.md §4). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRestorable, type Restorable } from '../support/restorable';
import { openDepositWorld } from './deposit-world';

describe('deposit addresses that were given out after the backup', () => {
  let restorable: Restorable;
  beforeAll(async () => {
    restorable = await createRestorable();
  });
  afterAll(() => restorable.close());

  it('stay their account’s, and are no address of one that is registered later', async () => {
    const before = await openDepositWorld(restorable.database);
    const early = await before.person('0');
    const first = await before.addressOf(await before.person('0'));
    await restorable.backup();
    const meanwhile = await openDepositWorld(restorable.database);
    // Registered after the backup, and the address of one who was registered before it.
    const lost = await meanwhile.person('0');
    const given = [await meanwhile.addressOf(lost), await meanwhile.addressOf(early)];
    await restorable.restore();
    const after = await openDepositWorld(restorable.database);
    const others = [await after.person('0'), await after.person('0'), await after.person('0')];
    // Numbers are given out again.
    expect(others.map(({ accountId }) => accountId)).toContain(lost.accountId);
    const made = await Promise.all(others.map((one) => after.addressOf(one)));
    expect(new Set([...made, ...given, first]).size).toBe(made.length + given.length + 1);
    expect(await after.addressOf(early)).toBe(given[1]);
  });
});

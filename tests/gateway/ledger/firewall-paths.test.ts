/**
 * Every path of journals by which deposits, principal or machine sales could reach a pool (docs/rules.md §1): a walk spreads what users paid as far as
 * the ledger lets it, and no pool is ever among the places that it gets to.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACCOUNTS, type SystemAccount } from '../../../gateway/ledger/chart';
import { post, type AccountRef } from '../../../gateway/ledger/post';
import { describeOnDatabase } from '../support/database';
import { AT, cash, fundedOwner, move, newTransfer, refusalOf, system } from '../support/ledger';

const NAMES = (Object.keys(SYSTEM_ACCOUNTS) as SystemAccount[]).filter((name) => name !== 'issuance');
const USERS = ['user_cash', 'user_custody', 'user_escrow'] as const;
const PLACES: readonly string[] = [...USERS, ...NAMES];
/** Accounts that users' payments are on from the start. */
const TAINTED: readonly string[] = [...USERS, 'external-deposits', 'machine-sales'];
/** Accounts that may take users' money, and must not pass it on to a pool. */
const DIRTY = [
  'machine-sales',
  'insurance',
  'treasury',
  'rounding',
  'operator-drawings',
  'external-withdrawals',
] as const;
const CLEAN = NAMES.filter((name) =>
  ['pool', 'reserve', 'fee_share', 'fee_revenue', 'operator_capital'].includes(SYSTEM_ACCOUNTS[name]),
);

const place = fc.constantFrom(...PLACES);
/** One or two debits and credits of one unit each: a clean source beside a dirty one, too. */
const journal = fc.integer({ min: 1, max: 2 }).chain((size) =>
  fc.record({
    from: fc.array(place, { minLength: size, maxLength: size }),
    to: fc.array(place, { minLength: size, maxLength: size }),
  }),
);

describeOnDatabase('paths into pools', (fixture) => {
  let owner = '';
  const refOf = (name: string): AccountRef =>
    USERS.some((kind) => kind === name)
      ? cash(owner, 'USDT', name as (typeof USERS)[number])
      : system(name as SystemAccount);

  beforeAll(async () => {
    await fixture.tx(async (tx) => {
      owner = await fundedOwner(tx, 1_000_000n);
      for (const kind of ['user_custody', 'user_escrow'] as const)
        await move(tx, cash(owner), cash(owner, 'USDT', kind), 100_000n);
      for (const name of DIRTY) await move(tx, cash(owner), system(name), 10_000n);
      for (const name of NAMES.filter((one) => SYSTEM_ACCOUNTS[one] === 'pool'))
        await move(tx, system('operator-capital'), system(name), 10_000n);
      await move(tx, system('yield-pool'), system('custody-reserve'), 1_000n);
    });
  });

  it('are refused, however many journals a path has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(journal, { minLength: 20, maxLength: 60 }), async (journals) => {
        const reached = new Set(TAINTED);
        for (const { from, to } of journals) {
          const legs = [
            ...from.map((name) => ({ account: refOf(name), amount: -1n })),
            ...to.map((name) => ({ account: refOf(name), amount: 1n })),
          ];
          const work = fixture.tx((tx) => post(tx, { transferId: newTransfer('path'), kind: 'adjust', at: AT, legs }));
          if ((await refusalOf(work)) !== 'nothing was refused') continue;
          if (from.some((name) => reached.has(name))) for (const name of to) reached.add(name);
        }
        expect(CLEAN.filter((name) => reached.has(name))).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  it('are refused one by one: no journal leads from what users paid to where pools are filled from', async () => {
    for (const from of [...TAINTED, ...DIRTY, 'demo-funding']) {
      for (const to of CLEAN) {
        const refusal = await refusalOf(
          fixture.tx((tx) =>
            post(tx, {
              transferId: newTransfer('step'),
              kind: 'adjust',
              at: AT,
              legs: [
                { account: refOf(from), amount: -1n },
                { account: refOf(to), amount: 1n },
              ],
            }),
          ),
        );
        expect([from, to, ['source-refused', 'fee-refused'].includes(refusal)]).toEqual([from, to, true]);
      }
    }
  });
});

/**
 * A call that moves money takes effect once under its key, and a person who is told that nothing happened under a key can rely on it:
 * never both that and an effect (docs/rules.md §2).
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { availableOf } from '../../../gateway/ledger/balances';
import { closeKey, findKey, KeyBusyError, runIdempotent, type Intent } from '../../../gateway/ledger/idempotency';
import { reconcile } from '../../../gateway/ledger/reconcile';
import { ModelRun } from '../../support/model-run';
import { describeOnDatabase, type DatabaseFixture, itOn } from '../support/database';
import { AT, cash, fundedOwner, move, newOwner, newTransfer, refusalOf, system } from '../support/ledger';

/** Average count of each in a sequence, rather too low than too high; `ModelRun.expectMet` holds the run to it. */
const COVERAGE = { answered: 5, closed: 10, refused: 1 };

const intentOf = (userId: string, over: Partial<Intent> = {}): Intent => ({
  userId,
  key: newTransfer('key-of-intent'),
  call: 'custody.create',
  inputHash: 'hash-a',
  now: AT,
  ...over,
});

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

class Refused extends Error {}

/** A money call that pays 1, or is refused in the middle; it goes on when `until` does. */
function call(
  fixture: DatabaseFixture,
  intent: Intent,
  isRefused: boolean,
  until: Promise<void>,
  onRunning = () => {},
): Promise<string> {
  return fixture.tx((tx) =>
    runIdempotent(tx, intent, async () => {
      const { journalId } = await move(tx, cash(intent.userId), system('fee-revenue'), 1n);
      onRunning();
      await until;
      if (isRefused) throw new Refused('refused');
      return journalId;
    }),
  );
}

const ask = (fixture: DatabaseFixture, intent: Intent) => fixture.tx((tx) => closeKey(tx, intent));

async function paid(fixture: DatabaseFixture, owner: string): Promise<number> {
  const { rows } = await fixture.database.db.execute<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM entries e JOIN accounts a ON a.id = e.account_id
     WHERE a.owner_account_id = ${owner}::bigint AND e.amount < 0`);
  return rows[0]?.n ?? 0;
}

/** A money call: pays `amount` and answers the journal. */
const pay = (fixture: DatabaseFixture, intent: Intent, amount: bigint) =>
  fixture.tx((tx) =>
    runIdempotent(tx, intent, async () => {
      const { journalId } = await move(tx, cash(intent.userId), system('fee-revenue'), amount);
      return { journalId, amount: amount.toString() };
    }),
  );

/** One request: of whom, whether it is refused in the middle, and when it begins and goes on among all that happens. */
interface Step {
  kind: 'call' | 'ask';
  isRefused: boolean;
  beginsAt: number;
  goesOnAt: number;
}

const MOMENTS = 5;
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('call' as const, 'ask' as const),
  isRefused: fc.boolean(),
  beginsAt: fc.nat(MOMENTS - 1),
  goesOnAt: fc.nat(MOMENTS - 1),
});

const steps = fc.array(step, { minLength: 2, maxLength: 4 });

/** `busy`: asked while a call was running, and nothing was said. */
type Told = { answered: string } | { closed: true } | { refused: true } | { busy: true };

/** Lets the requests of one intent begin and go on at their moments; what each was told. */
async function interleave(fixture: DatabaseFixture, intent: Intent, requests: readonly Step[]): Promise<Told[]> {
  const told: Promise<Told>[] = [];
  const waiting: { at: number; open: () => void }[] = [];
  const tell = async (work: Promise<Told>): Promise<Told> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Refused) return { refused: true };
      if (error instanceof KeyBusyError) return { busy: true };
      if ((error as { code?: string }).code === 'idempotency-closed') return { closed: true };
      throw error;
    }
  };
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    for (const { kind, isRefused, beginsAt, goesOnAt } of requests) {
      if (beginsAt !== moment) continue;
      const { opened, open } = gate();
      waiting.push({ at: Math.max(beginsAt, goesOnAt), open });
      const work =
        kind === 'call'
          ? call(fixture, intent, isRefused, opened).then((answered) => ({ answered }))
          : ask(fixture, intent).then((found): Told =>
              found.state === 'done' ? { answered: found.answer as string } : { closed: true },
            );
      told.push(tell(work));
    }
    // One round trip: what has begun reaches the database. The embedded one is busy until its transaction goes on.
    if (fixture.kind === 'postgres') await fixture.database.db.execute(sql`SELECT 1`);
    else await new Promise((resolve) => setImmediate(resolve));
    for (const { at, open } of waiting) if (at <= moment) open();
  }
  return Promise.all(told);
}

describeOnDatabase('a key of a money call', (fixture) => {
  it('makes one journal and 100 equal answers of 100 parallel retries', async () => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 1_000n));
    const intent = intentOf(owner);
    const answers = await Promise.all(Array.from({ length: 100 }, () => pay(fixture, intent, 10n)));
    expect(answers).toHaveLength(100);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await paid(fixture, owner)).toBe(1);
    expect(await availableOf(fixture.database.db, { owner, kind: 'user_cash', asset: 'USDT' })).toBe(990n);
  });

  it('refuses the same key with another input or call, and keeps the first answer', async () => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 1_000n));
    const intent = intentOf(owner);
    const first = await pay(fixture, intent, 10n);
    expect(await refusalOf(pay(fixture, { ...intent, inputHash: 'hash-b' }, 10n))).toBe('idempotency-conflict');
    expect(await refusalOf(pay(fixture, { ...intent, call: 'custody.sub' }, 10n))).toBe('idempotency-conflict');
    expect(await pay(fixture, intent, 10n)).toEqual(first);
  });

  it('rolls the key back with a refusal, so that the intent can be sent again when the reason is gone', async () => {
    const owner = newOwner();
    const intent = intentOf(owner);
    expect(await refusalOf(pay(fixture, intent, 10n))).toBe('insufficient-funds');
    expect(await findKey(fixture.database.db, owner, intent.key)).toEqual({ state: 'unknown' });
    await fixture.tx((tx) => move(tx, system('external-deposits'), cash(owner), 10n));
    expect(await pay(fixture, intent, 10n)).toMatchObject({ amount: '10' });
  });
});

describeOnDatabase('a key that is asked for', (fixture) => {
  it('is closed for ever when nothing is known of it', async () => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 100n));
    const intent = intentOf(owner);
    expect(await ask(fixture, intent)).toEqual({ state: 'closed' });
    expect(await refusalOf(call(fixture, intent, false, Promise.resolve()))).toBe('idempotency-closed');
    expect(await ask(fixture, intent)).toEqual({ state: 'closed' });
    expect(await paid(fixture, owner)).toBe(0);
    const other = { ...intent, userId: await fixture.tx((tx) => fundedOwner(tx, 100n)) };
    expect(await call(fixture, other, false, Promise.resolve())).toMatch(/\d/);
  });

  it('stays as it is when its call has taken effect', async () => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 100n));
    const intent = intentOf(owner);
    const answer = await call(fixture, intent, false, Promise.resolve());
    expect(await ask(fixture, intent)).toEqual({ state: 'done', answer });
    expect(await call(fixture, intent, false, Promise.resolve())).toBe(answer);
  });

  it('cannot be opened again, nor get an answer, and its row is sound', async () => {
    const intent = intentOf(newOwner());
    await ask(fixture, intent);
    const where = sql`WHERE user_id = ${intent.userId}::bigint AND key = ${intent.key}`;
    const { db } = fixture.database;
    await expect(db.execute(sql`UPDATE idempotency_keys SET closed = false ${where}`)).rejects.toThrow();
    await expect(db.execute(sql`UPDATE idempotency_keys SET answer = '{"value":1}' ${where}`)).rejects.toThrow();
    await expect(db.execute(sql`DELETE FROM idempotency_keys ${where}`)).rejects.toThrow();
    const findings = await fixture.tx((tx) => reconcile(tx));
    expect(findings.filter(({ subject }) => subject.includes(intent.key))).toEqual([]);
  });

  // Four interleavings each.
  const run = new ModelRun(`closed keys (${fixture.kind})`, 25);

  it(
    'never is told absent and has an effect, however calls, retries, questions and late calls interleave',
    { timeout: run.limitMs },
    async () => {
      const property = fc.asyncProperty(steps, steps, steps, steps, async (...interleavings) => {
        const owners = await fixture.tx(async (tx) => {
          const funded: string[] = [];
          for (let n = 0; n < interleavings.length; n += 1) funded.push(await fundedOwner(tx, 100n));
          return funded;
        });
        await Promise.all(
          interleavings.map(async (requests, index) => {
            const owner = owners[index] ?? '';
            const intent = intentOf(owner);
            const told = await interleave(fixture, intent, requests);
            // After everything: a request that was held up for long, and a question.
            for (const kind of ['call', 'ask'] as const) {
              told.push(...(await interleave(fixture, intent, [{ kind, isRefused: false, beginsAt: 0, goesOnAt: 0 }])));
            }
            const answers = new Set(told.flatMap((one) => ('answered' in one ? [one.answered] : [])));
            const isClosed = told.some((one) => 'closed' in one);
            expect(answers.size).toBe(isClosed ? 0 : 1);
            expect(await paid(fixture, owner)).toBe(answers.size);
            for (const one of told) run.met(Object.keys(one)[0] ?? '');
          }),
        );
      });
      // Four at once, with no more requests under way than there are connections.
      await fc.assert(property, { ...run.settings, verbose: 1 });
      run.expectMet(COVERAGE);
    },
  );

  // The embedded database carries out one transaction after the other.
  itOn('postgres', 'whose call is just running is waited for, and not for ever', async () => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 100n));
    for (const isRefused of [false, true]) {
      const intent = intentOf(owner);
      const [held, reached] = [gate(), gate()];
      const running = call(fixture, intent, isRefused, held.opened, reached.open);
      running.catch(() => {});
      await reached.opened;
      if (isRefused) await expect(ask(fixture, intent)).rejects.toThrow(KeyBusyError);
      const asked = ask(fixture, intent);
      held.open();
      const found = await asked;
      if (isRefused) expect(found).toEqual({ state: 'closed' });
      else expect(found).toEqual({ state: 'done', answer: await running });
    }
  });
});

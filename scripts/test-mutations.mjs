/**
 * `npm run test:mutations` breaks ten money rules, one at a time, and shows that the tests of `npm test` see each: a rule that nobody
 * misses has no test. Puts each file back; a file with changes of yours is refused. Names the mutations by words: `-- stale price`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './support/freshness.mjs';
import { capture, fail, ROOT, tool } from './support/run.mjs';

/** The rule's breach, its file, the code that keeps the rule, the code that breaks it, and the folder whose tests have to see it. */
const MUTATIONS = [
  {
    name: 'a fee is rounded down',
    file: 'gateway/domain/withdrawals/rules.ts',
    kept: "mulDivUp(amount, rateUnits(settings['withdrawals.feeRate']), RATE_SCALE)",
    broken: "(amount * rateUnits(settings['withdrawals.feeRate'])) / RATE_SCALE",
    tests: 'tests/gateway/withdrawals',
  },
  {
    name: 'a hold is not released',
    file: 'gateway/domain/withdrawals/close.ts',
    kept: 'await release(tx, holdId);',
    broken: 'void [release, holdId];',
    tests: 'tests/gateway/withdrawals',
  },
  {
    name: 'an idempotency key is not looked up',
    file: 'gateway/ledger/idempotency.ts',
    kept: 'if (rowCount === 1) {',
    broken: 'if (rowCount !== null) {',
    tests: 'tests/gateway/ledger',
  },
  {
    name: 'the version that was seen is not compared',
    file: 'gateway/domain/custody/orders.ts',
    kept: 'if (versionOf(order, now) !== seen.version) {',
    broken: 'if (versionOf(order, now) < 0) {',
    tests: 'tests/gateway/custody',
  },
  {
    name: 'an order is locked whoever owns it',
    file: 'gateway/domain/custody/repo.ts',
    kept: '.where(and(eq(custodyOrders.id, id), eq(custodyOrders.accountId, accountId)))\n    .for(',
    broken: '.where(and(eq(custodyOrders.id, id), eq(sql`${accountId}::text`, accountId)))\n    .for(',
    tests: 'tests/gateway/identity/other-ids',
  },
  {
    name: 'a stale price is taken',
    file: 'gateway/domain/exchange/rules.ts',
    kept: 'return now - asOf <= PRICE_MAX_AGE_MS;',
    broken: 'return now - asOf <= PRICE_MAX_AGE_MS * 60;',
    tests: 'tests/gateway/exchange',
  },
  {
    name: 'a second signature is not asked for',
    file: 'gateway/domain/second-operator.ts',
    kept: '|| aloneByOperator + one.amount > limit ? 2 : 1',
    broken: '|| aloneByOperator + one.amount > limit ? 1 : 1',
    tests: 'tests/gateway/withdrawals',
  },
  {
    name: 'a leg goes to another account',
    file: 'gateway/domain/exchange/exchange.ts',
    kept: '{ account: cash(toAsset), amount: received }',
    broken: '{ account: treasury(toAsset), amount: received }',
    tests: 'tests/gateway/exchange',
  },
  {
    name: 'a limit is off by one unit',
    file: 'gateway/domain/custody/orders.ts',
    kept: 'if (amount <= limit) throw',
    broken: 'if (amount < limit) throw',
    tests: 'tests/gateway/custody',
  },
  {
    name: 'a clock is an hour ahead',
    file: 'gateway/domain/custody/rules.ts',
    kept: 'Math.floor((now - terms.startsAt) / DAY_MS)',
    broken: 'Math.floor((now + 3_600_000 - terms.startsAt) / DAY_MS)',
    tests: 'tests/gateway/custody',
  },
];

async function isUnchanged(file) {
  const { output } = await capture(['git', 'status', '--porcelain', '--', file]);
  return output === '';
}

/** @returns whether a test fails in these folders */
async function isRed(folders) {
  const { code, output } = await capture(tool('vitest', 'run', '--project', 'gateway', '--bail', '1', ...folders));
  if (code !== 0 && !/Tests .*failed/.test(output)) fail(output);
  return code !== 0;
}

async function isSeen({ file, kept, broken, tests }) {
  const path = join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(kept).length !== 2) fail(`${file} no longer has this once: ${kept}`);
  if (!(await isUnchanged(file))) fail(`${file} has changes: commit them first.`);
  const putBack = () => writeFileSync(path, text);
  process.once('exit', putBack);
  process.once('SIGINT', () => process.exit(1));
  writeFileSync(path, text.replace(kept, broken));
  try {
    return await isRed([tests]);
  } finally {
    putBack();
    process.off('exit', putBack);
  }
}

ensureInstalled();
// As `npm test` has it.
process.env.SEED ||= '20261123';
const words = process.argv.slice(2).join(' ');
const chosen = MUTATIONS.filter(({ name }) => name.includes(words));
if (chosen.length === 0) fail(`No mutation has these words: ${words}`);
if (await isRed([...new Set(chosen.map(({ tests }) => tests))])) fail('The tests are red before anything is broken.');
let unseen = 0;
for (const mutation of chosen) {
  const seen = await isSeen(mutation);
  if (!seen) unseen += 1;
  process.stdout.write(`${seen ? 'seen    ' : 'NOT SEEN'}  ${mutation.name} (${mutation.file})\n`);
}
process.stdout.write(`${chosen.length - unseen} passed, ${unseen} failed\n`);
process.exitCode = unseen === 0 ? 0 : 1;

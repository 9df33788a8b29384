/**
 * `npm run test:long`: what `npm test` does in small, at full length, for every night: 2,000 sequences of each model test,
 * gateways that are killed under 2,000 calls, a worker that is killed a thousand times. Takes hours. `SEQUENCES=200 npm run test:long` takes a tenth of that,
 * `npm run test:long -- custody` runs the files whose path has the word.
 */
import { ensureInstalled } from './support/freshness.mjs';
import { run, tool } from './support/run.mjs';

/** Files with a test that TEST_LONG makes longer (tests/support/model-run.ts). */
const LONG = [
  'tests/gateway/chain/scanner.test.ts',
  'tests/gateway/crash/',
  'tests/gateway/custody/model.test.ts',
  'tests/gateway/exchange/free-option.test.ts',
  'tests/gateway/ledger/closed-keys.test.ts',
  'tests/gateway/ledger/property.test.ts',
  'tests/gateway/identity/moving-thief.test.ts',
  'tests/gateway/otc/rab/guide-moves.test.ts',
  'tests/gateway/otc/rab/guide-price.test.ts',
  'tests/gateway/otc/rab/model.test.ts',
  'tests/gateway/otc/usdt/model.test.ts',
  'tests/gateway/withdrawals/model.test.ts',
  'tests/worker/kill-write.test.ts',
];

ensureInstalled();
const words = process.argv.slice(2);
const files = LONG.filter((path) => words.length === 0 || words.some((word) => path.includes(word)));
if (files.length === 0) {
  process.stderr.write(`No such test: ${words.join(', ')}. There are:\n${LONG.join('\n')}\n`);
  process.exit(2);
}
// Vitest's head tells the seed, and the command that repeats it.
process.exitCode = run(tool('vitest', 'run', '--reporter', 'verbose', ...files), {
  TEST_LONG: '1',
});

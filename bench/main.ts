/** `npm run bench`: every part in turn but `start`, or the named ones. `--write` keeps the results, `--quick` only tries the parts. */
import { parseArgs } from 'node:util';
import './worker-constants';
import { cache } from './cache';
import { chat } from './chat';
import { circumstancesNow, describeRun, rowsOf, writeResults } from './document';
import { envelope } from './envelope';
import { gateway } from './gateway/index';
import { interest } from './interest';
import { invoke } from './invoke';
import { live } from './live';
import { isMissed } from './measure';
import { machines } from './machines';
import { otc } from './otc/index';
import { lighthouse } from './lighthouse';
import { page } from './page/index';
import type { Part } from './part';
import { records } from './records';
import { rows } from './rows';
import { start } from './start/index';
import { textTable } from './table';
import { team } from './team/index';

const PARTS: Readonly<Record<string, Part>> = {
  page,
  envelope,
  invoke,
  cache,
  records,
  chat,
  rows,
  gateway,
  live,
  otc,
  team,
  machines,
  interest,
  lighthouse,
  start,
};
/** Takes most of an hour, and tells what one decides about seldom: only by its name. */
const BY_NAME = new Set(['start']);

/** The command cannot run what the person typed. */
class UsageError extends Error {}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
  });
  const unknown = positionals.filter((name) => !(name in PARTS));
  if (unknown.length > 0) {
    throw new UsageError(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`);
  }
  if (values.write && values.quick) throw new UsageError('--quick figures are not for keeping: leave --write out.');
  return {
    ...values,
    names: positionals.length > 0 ? positionals : Object.keys(PARTS).filter((name) => !BY_NAME.has(name)),
  };
}

async function main(): Promise<void> {
  const { names, quick, write } = readArguments();
  for (const [name, part] of Object.entries(PARTS)) {
    if (!names.includes(name)) continue;
    const circumstances = circumstancesNow();
    const result = await part({ isQuick: quick, say: (line) => process.stderr.write(`${name}: ${line}\n`) });
    console.log(`\n${describeRun(name, result, circumstances)}\n\n${textTable(rowsOf(result))}`);
    if (write) await writeResults(name, result, circumstances);
    if (result.isBudget !== true) continue;
    for (const { subject } of result.comparisons.filter(isMissed)) {
      console.error(`Missed: ${subject}`);
      process.exitCode = 1;
    }
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});

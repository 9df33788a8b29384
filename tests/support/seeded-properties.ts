/** Every property of a run starts from the run's seed, and a failed one tells the command that repeats it. */
import { relative } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { SEED, settingsOfRun } from './seed';

/** `-t` takes a regular expression over the names of describe and test, with spaces between. */
function asPattern(testName: string): string {
  return testName.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\"'`]/g, '.');
}

/** The command that runs the failed test once more. */
export function replayCommand(): string {
  const { testPath, currentTestName } = expect.getState();
  const file = testPath === undefined ? '' : ` ${relative(process.cwd(), testPath)}`;
  const name = currentTestName ? ` -t "${asPattern(currentTestName)}"` : '';
  return `${settingsOfRun()} npx vitest run${file}${name}`;
}

function report(details: fc.RunDetails<unknown>): void {
  if (!details.failed) return;
  const message = fc.defaultReportMessage(details) ?? 'Property failed';
  throw new Error(`${message}\n\nTo repeat: ${replayCommand()}`, { cause: details.errorInstance });
}

fc.configureGlobal({ seed: SEED, reporter: report });

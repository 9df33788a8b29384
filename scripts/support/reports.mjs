/** Counts and failing output from the test runners' JSON reports. */
import { existsSync, readFileSync } from 'node:fs';

/** Makes the answer of a stage. @param skipped what was not checked, and why */
export const outcome = (passed, failed, output = '', skipped = []) => ({ passed, failed, output, skipped });

function parse(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** Vitest: a file that does not load counts as one failure, and so does an error outside every test. */
export function vitestOutcome(path, code, printed) {
  const report = parse(path);
  if (!report) return outcome(0, 1, printed);
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  let failed = report.numFailedTests + broken.length;
  if (failed === 0 && code !== 0) failed = 1;
  const details = [
    ...report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `${name}\n  ${test.fullName}\n${test.failureMessages.join('\n')}`),
    ),
    ...broken.map(({ name, message }) => `${name}\n${message}`),
  ];
  const output = failed === 0 ? '' : details.length > 0 ? details.join('\n\n') : printed;
  const skipped = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter((test) => !['passed', 'failed'].includes(test.status)).map((test) => test.fullName),
  );
  return outcome(report.numPassedTests, failed, output, skipped);
}

/** Playwright: a test that passed only on a second try is a failure. */
export function playwrightOutcome(path, code, printed) {
  const report = parse(path);
  if (!report) return outcome(0, 1, printed);
  const { expected, unexpected, flaky } = report.stats;
  const skipped = [];
  let failed = unexpected + flaky;
  if (failed === 0 && code !== 0) failed = 1;
  const details = report.errors.map(({ message }) => message);
  const visit = ({ title, specs = [], suites = [] }) => {
    for (const spec of specs) {
      const why = spec.tests.filter(({ status }) => status === 'skipped').flatMap(({ annotations }) => annotations);
      skipped.push(...why.map(({ description = 'no reason is given' }) => `${title} › ${spec.title}: ${description}`));
    }
    for (const spec of specs.filter(({ ok }) => !ok)) {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
      details.push(`${title} › ${spec.title}\n${errors.map(({ message }) => message).join('\n')}`);
    }
    suites.forEach(visit);
  };
  report.suites.forEach(visit);
  return outcome(expected, failed, failed === 0 ? '' : details.join('\n\n') || printed, skipped);
}

/** Lighthouse: its scores and times of the login page on a phone, over the gateway's own port, against what is allowed. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { startGateway } from '../tests/support/gateway-process';
import { CHROMIUM_FLAGS, installedChromium } from '../tests/support/installed-chromium';
import type { Comparison, Unit } from './measure';
import type { Part } from './part';

/** Fetched by npm when it is asked for: 200 packages that nothing else needs. The last one that runs on Node 20. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const RUNS = 5;
const REPORT_BYTES = 64 * 1024 * 1024;

/** The part of its report that this command reads. */
interface Report {
  lighthouseVersion: string;
  runtimeError?: { code: string; message: string };
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

interface Budget {
  what: string;
  unit: Unit;
  allowed: number;
  of(report: Report): number;
}

const score = (category: string) => (report: Report) => Math.round((report.categories[category]?.score ?? 0) * 100);
const time = (audit: string) => (report: Report) => report.audits[audit]?.numericValue ?? NaN;

const BUDGETS: readonly Budget[] = [
  { what: 'performance', unit: 'of 100', allowed: 98, of: score('performance') },
  { what: 'accessibility', unit: 'of 100', allowed: 100, of: score('accessibility') },
  { what: 'best practices', unit: 'of 100', allowed: 100, of: score('best-practices') },
  { what: 'first contentful paint', unit: 'ms', allowed: 900, of: time('first-contentful-paint') },
  { what: 'largest contentful paint', unit: 'ms', allowed: 1_500, of: time('largest-contentful-paint') },
  { what: 'total blocking time', unit: 'ms', allowed: 50, of: time('total-blocking-time') },
];

/** @throws Error when npm cannot fetch Lighthouse, or it cannot load the page */
async function look(url: string): Promise<Report> {
  const options = [
    '--output=json',
    '--quiet',
    '--only-categories=performance,accessibility,best-practices',
    '--form-factor=mobile',
    '--throttling-method=simulate',
    `--chrome-flags=--headless=new ${CHROMIUM_FLAGS.join(' ')}`,
  ];
  const { stdout } = await promisify(execFile)(
    'npm',
    ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...options],
    { maxBuffer: REPORT_BYTES, env: { ...process.env, CHROME_PATH: installedChromium() } },
  );
  const report = JSON.parse(stdout) as Report;
  if (report.runtimeError) throw new Error(`${report.runtimeError.code}: ${report.runtimeError.message}`);
  return report;
}

function compareWith(budget: Budget, reports: readonly Report[]): Comparison {
  const { what, unit, allowed, of } = budget;
  return {
    subject: `login page, phone: ${what}`,
    unit,
    limit: { name: 'allowed', figures: reports.map(() => allowed) },
    ours: { name: 'Lighthouse', figures: reports.map(of) },
  };
}

export const lighthouse: Part = async ({ isQuick, say }) => {
  const gateway = await startGateway({ from: 'build', env: { LOG_LEVEL: 'error' } });
  const reports: Report[] = [];
  try {
    const runs = isQuick ? 1 : RUNS;
    while (reports.length < runs) {
      say(`run ${reports.length + 1} of ${runs}`);
      reports.push(await look(gateway.origin));
    }
  } finally {
    await gateway.stop();
    await rm(gateway.varDir, { recursive: true, force: true });
  }
  const [{ lighthouseVersion = '', environment = { benchmarkIndex: NaN } } = {}] = reports;
  return {
    comparisons: BUDGETS.map((budget) => compareWith(budget, reports)),
    ranOn: `Lighthouse ${lighthouseVersion}, whose index of this machine is ${Math.round(environment.benchmarkIndex)}`,
    isBudget: true,
  };
};

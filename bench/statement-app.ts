/** The built app with a gateway, whose cash statement is made up and as long as one wants. */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { calls } from '../contract/index';
import { openLine, type Line } from '../tests/e2e/support/line';
import { startGateway } from '../tests/support/gateway-process';
import type { Filled, Statement } from './browser/long-list';
import { statementRow } from './browser/statement';

const PAGE_ROWS = 100;
const DEMO = { email: 'demo@rab.example', password: 'rab-demo-2026' };

export type InPage = typeof globalThis & { statement: Statement };

export interface StatementApp {
  origin: string;
  varDir: string;
}

/** Answers the statement with made-up rows; everything else is the gateway's. */
function answerStatement(line: Line, rows: number): void {
  line.answer(calls.accountStatement.uri, ({ cursor, limit }) => {
    const from = typeof cursor === 'string' ? Number(cursor.slice(1)) : 0;
    const to = Math.min(rows, from + (typeof limit === 'number' ? limit : 20));
    const items = Array.from({ length: to - from }, (_, index) => statementRow(from + index));
    return { items, nextCursor: to < rows ? `c${to}` : null };
  });
}

/** Builds the app, serves it with a statement of so many rows while `work` runs. */
export function withStatementApp<T>(
  { rows, say }: { rows: number; say: (line: string) => void },
  work: (app: StatementApp) => Promise<T>,
): Promise<T> {
  return withBuiltApp({ say, answer: (line) => answerStatement(line, rows) }, work);
}

/** Builds the app, serves it with what `answer` makes up while `work` runs. */
export async function withBuiltApp<T>(
  { say, answer }: { say: (line: string) => void; answer: (line: Line) => void },
  work: (app: StatementApp) => Promise<T>,
): Promise<T> {
  say('building the app');
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' });
  const gateway = await startGateway({ from: 'build', env: { LOG_LEVEL: 'error' } });
  const line = await openLine(gateway.origin);
  try {
    answer(line);
    return await work({ origin: line.origin, varDir: gateway.varDir });
  } finally {
    await line.close();
    await gateway.stop();
    await rm(gateway.varDir, { recursive: true, force: true });
  }
}

export async function logIn(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByLabel('Mobile number or e-mail').fill(DEMO.email);
  await page.getByLabel('Login password').fill(DEMO.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/#\/pages\/index\/index$/);
}

/** Reads so many rows of a statement into the database, by a worker of its own beside the page's. */
export async function fill(
  page: Page,
  rows: number,
  list: object = { account: 'cash' },
  isUntilFull = false,
): Promise<Filled> {
  const [worker] = page.workers();
  if (!worker) throw new Error('the page has no worker');
  const settings = { workerUrl: worker.url(), pages: rows / PAGE_ROWS, limit: PAGE_ROWS, list, isUntilFull };
  return page.evaluate((asked) => (globalThis as InPage).statement.fill(asked), settings);
}

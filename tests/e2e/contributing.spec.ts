/**
 * The example of CONTRIBUTING.md in a copy of the repository: its call, its screen and its language are added as it says,
 * compiled, built, committed past the hook, and opened.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { layDatabaseInto } from '../support/database-image';
import { newVarDir, startGateway } from '../support/gateway-process';
import { carryOut, stepsOf } from '../support/worked-example';
import { DEMO, logIn } from './support/app';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Of the tests only what every TypeScript project is listed with. */
const COPIED = [
  ...['.githooks', 'contract', 'docs', 'gateway', 'locales', 'public', 'scripts', 'src', 'worker'],
  'tests/tsconfig.json',
];

/** Sources of its own; the packages are those of the repository. */
function copyOfRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'rab-example-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  const files = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== '.git');
  for (const { name } of files) cpSync(join(ROOT, name), join(copy, name));
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  return copy;
}

interface Ran {
  code: number | null;
  output: string;
}

/** Runs the program as somebody does who works there: without the variables of the run that this test belongs to. */
function run(folder: string, command: string, ...args: string[]): Promise<Ran> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CI|GIT_|npm_)/.test(name)));
  const git = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, env: { ...env, ...git, VITE_RELEASE_PUBLIC_KEY: '' } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

async function mustRun(folder: string, command: string, ...args: string[]): Promise<void> {
  const { code, output } = await run(folder, command, ...args);
  expect(code, `${command} ${args.join(' ')}\n${output}`).toBe(0);
}

const node = (folder: string, script: string, ...args: string[]) => mustRun(folder, process.execPath, script, ...args);
const git = (folder: string, ...args: string[]) =>
  run(folder, 'git', '-c', 'user.name=ann', '-c', 'user.email=ann@example.com', ...args);

/** Runs the example's commands by the same programs, without the steps that only a release needs (smaller and packed files). */
const COMMANDS: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  'npm run i18n:extract': (folder) => node(folder, 'node_modules/@lingui/cli/dist/lingui.js', 'extract', '--clean'),
  'npm run typecheck': (folder) =>
    node(folder, 'node_modules/typescript/bin/tsc', '-b', 'contract', 'worker', 'worker/service', 'src', 'gateway'),
  'npm start': async (folder) => {
    const bundle = "import('./scripts/support/bundle-gateway.mjs').then((it) => it.bundleGateway('dist/gateway'))";
    await node(folder, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--minify', 'false');
    await node(folder, '--eval', bundle);
  },
};

test.use({ locale: 'nl-NL', serviceWorkers: 'block' });

let copy: string;

test.beforeAll(async () => {
  // Compiling and building take as long as the machine needs.
  test.setTimeout(0);
  copy = copyOfRepository();
  const steps = stepsOf(
    readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'),
    'An example: a call, a screen and a language',
  );
  await mustRun(copy, 'git', 'init', '--quiet');
  await git(copy, 'add', '--all');
  await git(copy, 'commit', '--quiet', '--no-verify', '--message', 'before');
  await node(copy, 'scripts/hooks.mjs');
  for (const step of steps) {
    if (step.kind !== 'run') carryOut(copy, step);
    // Commands of one block do not need each other.
    else await Promise.all(step.commands.map((command) => COMMANDS[command]!(copy)));
  }
});

test.afterAll(() => rm(copy, { recursive: true, force: true }));

test('the example of CONTRIBUTING.md adds a call, a screen and a language', async ({ page }) => {
  writeFileSync(join(copy, 'contract/ugly.ts'), 'export const a={b:1}\n');
  await git(copy, 'add', '--all');
  const refused = await git(copy, 'commit', '--message', 'contract: tell the time');
  expect(refused.output).toContain('These staged files are not formatted');
  await git(copy, 'rm', '--quiet', '--force', 'contract/ugly.ts');
  const taken = await git(copy, 'commit', '--message', 'contract: tell the time');
  expect(taken.code, taken.output).toBe(0);

  const varDir = await newVarDir();
  await layDatabaseInto(varDir);
  const gateway = await startGateway({ from: 'build', root: copy, varDir, env: { LOG_LEVEL: 'error' } });
  try {
    // Printed when everybody who logs in with it is there.
    await expect.poll(() => gateway.output()).toContain('Invitation');
    await logIn(page, gateway, DEMO);
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
    await page.goto(`${gateway.origin}/#/pages/setting/time`);
    await expect(page.getByRole('heading', { name: 'Servertijd' })).toBeVisible();
    await expect(page.getByRole('definition')).toHaveText(/\d{2}:\d{2}/);
  } finally {
    expect(await gateway.stop()).toBe(0);
  }
  await rm(varDir, { recursive: true, force: true });
});

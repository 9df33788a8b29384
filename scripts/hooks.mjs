/**
 * `npm run prepare`, with which every installation ends: has git use .githooks. Does nothing outside a checkout of its own, in
 * CI, or where somebody has hooks of their own; and no installation ever fails because of it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HOOKS = '.githooks';

const git = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });

const isCheckout = existsSync(`${ROOT}/.git`);
if (isCheckout && !process.env.CI && git('config', '--get', 'core.hooksPath').stdout?.trim() === '') {
  git('config', 'core.hooksPath', HOOKS);
}

/** Running other programs from a script: plain Node, nothing installed. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The npm that runs this script, or the one on the path. */
const NPM = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];

/** A tool's own script in node_modules, run by this Node: no shell, no platform differences. */
export function tool(name, ...rest) {
  const scripts = {
    tsc: 'typescript/bin/tsc',
    vite: 'vite/bin/vite.js',
    vitest: 'vitest/vitest.mjs',
    playwright: '@playwright/test/cli.js',
    oxfmt: 'oxfmt/bin/oxfmt',
    oxlint: 'oxlint/bin/oxlint',
    lingui: '@lingui/cli/dist/lingui.js',
    tsx: 'tsx/dist/cli.mjs',
  };
  return [process.execPath, join(ROOT, 'node_modules', scripts[name]), ...rest];
}

/** Runs a command in the project's root with the terminal as its own. Answers the exit code. */
export function run([command, ...args], env = {}) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  return status ?? 1;
}

/** Runs a command as `run` does, beside whatever else goes on. */
export function runBeside([command, ...args], env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a command and keeps what it prints. */
export function capture([command, ...args], env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: output + error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

export const npm = (...args) => [...NPM, ...args];

export function isThere(path) {
  return existsSync(join(ROOT, path));
}

/** Prints one sentence and ends with a failure. */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

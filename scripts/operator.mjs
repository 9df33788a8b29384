/** `npm run operator -- <command>`: the built command line when there is one, else the source. */
import { spawn } from 'node:child_process';
import { ensureInstalled, isBuilt } from './support/freshness.mjs';
import { isThere, tool } from './support/run.mjs';

ensureInstalled();
const args = process.argv.slice(2);
const isBundled = isBuilt() && isThere('dist/gateway/operator.js');
const [program, ...rest] = isBundled
  ? [process.execPath, 'dist/gateway/operator.js', ...args]
  : tool('tsx', 'gateway/operator/main.ts', ...args);
const child = spawn(program, rest, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));

/** `npm run dev`: the gateway restarts and the app reloads as files change; open the address that Vite prints. */
import { spawn } from 'node:child_process';
import { ensureInstalled } from './support/freshness.mjs';
import { ROOT, tool } from './support/run.mjs';

ensureInstalled();
const gatewayPort = process.env.GATEWAY_PORT ?? '8081';
const parts = [
  {
    command: tool('tsx', 'watch', '--clear-screen=false', 'gateway/main.ts'),
    env: { PORT: gatewayPort, SERVE_APP: '0', LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' },
  },
  // Vite's proxy reads GATEWAY_PORT.
  { command: tool('vite'), env: { GATEWAY_PORT: gatewayPort } },
];

// Groups of their own: a Ctrl-C in the terminal reaches them once, through this script. tsx takes a second one for "at once".
const children = parts.map(({ command: [program, ...args], env }) =>
  spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    detached: process.platform !== 'win32',
  }),
);

let isStopping = false;
function stopAll() {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
}

process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
process.on('SIGHUP', stopAll);
for (const child of children) {
  child.on('exit', (code) => {
    if (!isStopping) process.exitCode = code ?? 1;
    stopAll();
  });
}

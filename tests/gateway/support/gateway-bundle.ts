/** Bundles the gateway once per run: tests start it and other tests' programs dozens of times, and each start through tsx costs seconds of a core. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SCRIPT =
  "import('./scripts/support/bundle-gateway.mjs').then((it) => it.bundleGateway(process.argv[1], { 'crash-writer': process.argv[2] }))";

export default function setup(): void {
  const args = ['node_modules/.cache/rab/gateway', 'tests/gateway/ledger/crash-writer.ts'];
  execFileSync(process.execPath, ['-e', SCRIPT, ...args], { cwd: ROOT, stdio: 'inherit' });
}

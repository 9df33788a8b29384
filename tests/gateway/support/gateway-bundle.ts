/** Bundles the gateway once per run: tests start it dozens of times, and each start through tsx costs seconds of a core. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SCRIPT = "import('./scripts/support/bundle-gateway.mjs').then((it) => it.bundleGateway(process.argv[1]))";

export default function setup(): void {
  execFileSync(process.execPath, ['-e', SCRIPT, 'node_modules/.cache/rab/gateway'], { cwd: ROOT, stdio: 'inherit' });
}

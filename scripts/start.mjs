/** `npm start`: installs and builds what is missing or outdated, then runs the gateway in this very process. */
import { ensureInstalled, isBuilt } from './support/freshness.mjs';
import { fail, run } from './support/run.mjs';

ensureInstalled();
if (!isBuilt()) {
  if (run([process.execPath, 'scripts/build.mjs']) !== 0) fail('The build failed; see above.');
}
await import('../dist/gateway/main.js');

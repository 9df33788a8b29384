/** `npm start`: installs and builds what is missing or outdated, then runs the gateway in this very process. */
import { ensureInstalled, isBuilt } from './support/freshness.mjs';
import { fail, run } from './support/run.mjs';

const PARENT_CHECK_MS = 500;
const shell = process.ppid;

/**
 * npm runs this through a shell, and hands a SIGTERM to that shell only: when the shell is gone, the signal was meant for
 * us. Started without npm, losing the parent means nothing.
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}

ensureInstalled();
if (!isBuilt()) {
  if (run([process.execPath, 'scripts/build.mjs']) !== 0) fail('The build failed; see above.');
}
endWithNpm();
await import('../dist/gateway/main.js');

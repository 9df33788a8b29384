/**
 * `npm run test:engines [firefox] [webkit]`: the main path in engines other than Chromium, see tests/engines. An engine that
 * is not there and cannot be installed is skipped, with the reason.
 */
import { ENGINES, ensurePrograms } from './support/programs.mjs';
import { ensureInstalled, isBuilt } from './support/freshness.mjs';
import { fail, run, tool } from './support/run.mjs';

ensureInstalled();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !ENGINES.includes(name));
if (unknown.length > 0) fail(`No such engine: ${unknown.join(', ')}. There are: ${ENGINES.join(', ')}.`);

const env = {};
for (const engine of wanted.length > 0 ? wanted : ENGINES) {
  const { env: paths, skipped } = await ensurePrograms(engine);
  if (skipped) process.stdout.write(`${engine}: SKIPPED: ${skipped}\n`);
  else Object.assign(env, paths);
}
if (Object.keys(env).length === 0) {
  process.stdout.write('No engine to test: skipped.\n');
} else {
  if (!isBuilt() && run([process.execPath, 'scripts/build.mjs']) !== 0) fail('The build failed; see above.');
  // Only what was found is tested, whatever the environment says.
  const none = { FIREFOX: '', WEBKIT_DRIVER: '', XVFB: '' };
  process.exitCode = run(tool('tsx', 'tests/engines/main.ts'), { ...none, ...env });
}

/** The worker's source runs here without the build, which writes these constants into it. Imported before it. */
import { workerConstants } from '../scripts/support/worker-constants';

for (const [name, text] of Object.entries(workerConstants())) Object.assign(globalThis, { [name]: JSON.parse(text) });

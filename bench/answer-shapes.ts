/** The worker's source runs here without the build, which writes these constants into it. Imported before it. */
import { shapeConstants } from '../scripts/support/answer-shapes';

for (const [name, text] of Object.entries(shapeConstants())) Object.assign(globalThis, { [name]: JSON.parse(text) });

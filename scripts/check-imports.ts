/** `npm run lint`: import edges and circles. Fails and names each import that crosses an edge, and the files of each circle. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCircles } from './support/import-circles';
import { findViolations } from './support/import-edges';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const files = ['contract', 'gateway', 'src', 'worker'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(ROOT, path).split(sep).join('/'), text: readFileSync(path, 'utf8') })),
);
const violations = findViolations(files);
for (const { path, line, imported, rule } of violations) console.log(`${path}:${line}: imports ${imported}; ${rule}`);
const circles = findCircles(files.filter(({ path }) => /\.tsx?$/.test(path)));
for (const circle of circles) console.log(`${circle.join(' → ')} → ${circle[0]}: a circle of imports`);
process.exitCode = violations.length + circles.length === 0 ? 0 : 1;

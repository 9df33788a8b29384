/** The names that boot, page and build of a start share stand in src/start/manifest.ts and nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withoutComments } from '../../../scripts/support/source-text';
import * as manifest from '../../../src/start/manifest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MANIFEST = 'src/start/manifest.ts';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const names = Object.values(manifest).filter((value) => typeof value === 'string');

const sources = ['contract', 'scripts', 'src', 'worker'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path)),
);
const spelled = (text: string) =>
  [...names, 'rabStart'].filter((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(withoutComments(text)));

describe('the names of the start', () => {
  it('are all found in the manifest', () => {
    expect(names.length).toBeGreaterThan(8);
    expect(spelled(read(MANIFEST)).sort()).toEqual([...names, 'rabStart'].sort());
  });

  it('are spelled by nobody else', () => {
    const others = sources.filter((path) => path !== MANIFEST).map((path) => [path, spelled(read(path))] as const);
    expect(others.filter(([, found]) => found.length > 0)).toEqual([]);
  });

  it('are those of index.html and of the styles', () => {
    const { MARK_CLASS, SCHEME_ATTRIBUTE, UPDOWN_ATTRIBUTE } = manifest;
    const page = read('index.html');
    expect(page).toContain(`class="${MARK_CLASS}"`);
    const attributes = [...page.matchAll(/ (data-[\w-]+)=/g)].map(([, name]) => name);
    expect(attributes.sort()).toEqual([SCHEME_ATTRIBUTE, UPDOWN_ATTRIBUTE].sort());
    const tokens = [...read('src/theme/tokens.css').matchAll(/^:root\[([\w-]+)=/gm)].map(([, name]) => name);
    expect([...new Set(tokens)].sort()).toEqual([SCHEME_ATTRIBUTE, UPDOWN_ATTRIBUTE].sort());
    expect(read('src/theme/global.css')).toContain(`.${MARK_CLASS} {`);
  });
});

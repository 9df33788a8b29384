/** Bytes that a device fetches for an update, told from the files of a build. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FILE = /^(?<stem>.+-[\w-]{8})\.(?:js|css)$/;

/**
 * A file's name changes with its text, and so does the text of every file that names it.
 * @param folder of a build
 * @param chunk name of the chunk that the update changes
 * @returns compressed bytes of the files that are new then, null when the build has no such chunk
 */
export function updateBytes(folder: string, chunk: string): number | null {
  const assets = join(folder, 'assets');
  const texts = new Map(
    readdirSync(assets).flatMap((file) => {
      const stem = FILE.exec(file)?.groups?.['stem'];
      return stem === undefined ? [] : [[stem, { file, text: readFileSync(join(assets, file), 'utf8') }] as const];
    }),
  );
  const fresh = new Set([...texts].flatMap(([stem, { file }]) => (isChunk(file, chunk) ? [stem] : [])));
  // A set hands out what is added while it is gone through.
  for (const changed of fresh) for (const [stem, { text }] of texts) if (text.includes(changed)) fresh.add(stem);
  const sizes = [...texts].flatMap(([stem, { file }]) => (fresh.has(stem) ? [sentSize(join(assets, file))] : []));
  return sizes.length > 0 ? sizes.reduce((sum, size) => sum + size) : null;
}

const isChunk = (file: string, chunk: string) => file.startsWith(`${chunk}-`) && file.endsWith('.js');

/** As the gateway sends it to browsers of today; small files are not compressed. */
function sentSize(path: string): number {
  const compressed = `${path}.br`;
  return statSync(existsSync(compressed) ? compressed : path).size;
}

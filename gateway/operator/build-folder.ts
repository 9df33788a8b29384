/** A folder of a built app, read for publishing: which files a package of each kind holds. */
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { releaseFile, type ReleaseFile, type ReleaseKind } from '../../contract/release';
import { sha256Of, VARIANTS, type Variant } from '../adapters/release-store';
import { OperatorError } from './command';

/** Shown by app stores and install prompts only; no installed app needs them. */
const NOT_PACKED = /^\/screenshots\//;
/** Files that the platform reads: they change with a full package only. */
const OF_PLATFORM = /^\/(service-worker\.js|manifest(?:\.[\w-]+)?\.webmanifest|icons\/.+)$/;

export interface BuiltFile extends ReleaseFile {
  kind: ReleaseKind;
  /** The file's path, without the end of a variant's name. */
  source: string;
  variants: readonly Variant[];
}

const UNPACK: Record<Variant, (bytes: Uint8Array) => Buffer> = { '.br': brotliDecompressSync, '.gz': gunzipSync };

/** @throws OperatorError when the bytes are not what the file is, packed */
function refuseOtherContent(path: string, variant: Variant, packed: Uint8Array, sha256: string): void {
  let digest: string | null;
  try {
    digest = sha256Of(UNPACK[variant](packed));
  } catch {
    digest = null;
  }
  if (digest !== sha256) {
    throw new OperatorError('input', `${path}${variant} does not hold what ${path} holds: build the app again`);
  }
}

async function describe(folder: string, path: string, variants: readonly Variant[]): Promise<BuiltFile> {
  const source = join(folder, path);
  const bytes = await readFile(source);
  const file = { path, length: bytes.length, sha256: sha256Of(bytes) };
  const parsed = z.safeParse(releaseFile, file);
  if (!parsed.success) {
    const isTooLarge = parsed.error.issues[0]?.path[0] === 'length';
    const reason = isTooLarge ? `is too large (${bytes.length} bytes)` : 'has a name that a package cannot hold';
    throw new OperatorError('input', `the file ${path} ${reason}`);
  }
  for (const variant of variants) {
    refuseOtherContent(path, variant, await readFile(`${source}${variant}`), file.sha256);
  }
  return { ...file, kind: OF_PLATFORM.test(path) ? 'full' : 'hot', source, variants };
}

/**
 * The files of a build that packages hold, by path. Precompressed variants are not files of their own.
 * @throws OperatorError in one sentence about what is wrong with the folder
 */
export async function readBuildFolder(folder: string): Promise<BuiltFile[]> {
  let entries;
  try {
    entries = await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    throw new OperatorError('input', `the folder ${folder} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const pathOf = (parent: string, name: string) => `/${relative(folder, join(parent, name)).split(sep).join('/')}`;
  const odd = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (odd) throw new OperatorError('input', `${pathOf(odd.parentPath, odd.name)} is not a plain file`);
  const all = new Set(entries.filter((entry) => entry.isFile()).map((entry) => pathOf(entry.parentPath, entry.name)));
  if (!all.has('/index.html')) {
    throw new OperatorError('input', `there is no index.html in ${folder}: it is not a build of the app`);
  }
  const isVariant = (path: string) => VARIANTS.some((end) => path.endsWith(end) && all.has(path.slice(0, -end.length)));
  const packed = [...all].filter((path) => !isVariant(path) && !NOT_PACKED.test(path)).sort();
  return Promise.all(
    packed.map((path) =>
      describe(
        folder,
        path,
        VARIANTS.filter((end) => all.has(path + end)),
      ),
    ),
  );
}

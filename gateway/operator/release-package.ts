/**
 * Makes the packages of a version in the store. Nothing of this is announced: files first, then the signed lists, then
 * all of it read back; a crash anywhere leaves what was announced before.
 */
import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import {
  RELEASE_FORMAT,
  releaseManifest,
  signedRelease,
  type ReleaseKind,
  type ReleaseManifest,
  type ReleaseNotes,
} from '../../contract/release';
import { isSignedBy, publicKeyText, ReleaseKeyError, readReleaseKey, signRelease } from '../adapters/release-key';
import { sha256Of, type ReleaseStore } from '../adapters/release-store';
import type { PackageFacts } from '../db/schema/release';
import { readBuildFolder, type BuiltFile } from './build-folder';
import { OperatorError } from './command';

export interface PackageRequest {
  store: ReleaseStore;
  /** The built app. */
  folder: string;
  keyFile: string;
  version: string;
  kinds: readonly ReleaseKind[];
  /** UTC ms, as `expiresAt`. */
  issuedAt: number;
  expiresAt: number;
  /** Apps show these notes before they load the package. */
  notes?: ReleaseNotes;
}

export interface PackagingResult {
  packages: Partial<Record<ReleaseKind, PackageFacts>>;
  /** False when the packed service worker was built with another public key: it will take no release of this key. */
  isKeyBuiltIn: boolean;
}

function manifestOf(request: PackageRequest, kind: ReleaseKind, files: readonly BuiltFile[]): ReleaseManifest {
  const { version, issuedAt, expiresAt, notes } = request;
  const listed = files.filter((file) => kind === 'full' || file.kind === 'hot');
  const manifest = {
    format: RELEASE_FORMAT,
    kind,
    version,
    issuedAt,
    expiresAt,
    ...(notes && { notes }),
    files: listed.map(({ path, length, sha256 }) => ({ path, length, sha256 })),
  };
  const parsed = z.safeParse(releaseManifest, manifest);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OperatorError(
    'input',
    `a ${kind} package cannot be made of these ${listed.length} files (${issue?.path.join('.')}: ${issue?.message})`,
  );
}

/**
 * Reads the package as a client does: the signature first, then the list, then each file. @throws Error naming the damaged part
 */
async function readBack({ store, version }: PackageRequest, kind: ReleaseKind, key: KeyObject): Promise<PackageFacts> {
  const text = await readFile(store.packagePath(version, kind), 'utf8');
  const release = signedRelease.parse(JSON.parse(text));
  if (!isSignedBy(release, key)) throw new Error(`the ${kind} package's signature does not fit`);
  const { files } = releaseManifest.parse(JSON.parse(release.manifest));
  let bytes = 0;
  for (const { path, length, sha256 } of files) {
    const stored = await readFile(store.filePath(sha256));
    if (stored.length !== length || sha256Of(stored) !== sha256) throw new Error(`${path} was not stored as it is`);
    bytes += length;
  }
  return { files: files.length, bytes };
}

async function writeAndReadBack(
  request: PackageRequest,
  files: readonly BuiltFile[],
  manifests: readonly ReleaseManifest[],
  key: KeyObject,
): Promise<PackagingResult['packages']> {
  const { store, version, kinds } = request;
  const isListed = new Set(manifests.flatMap((manifest) => manifest.files.map(({ path }) => path)));
  for (const { path, sha256, source, variants } of files) {
    if (!isListed.has(path)) continue;
    await store.putFile(sha256, await readFile(source));
    for (const variant of variants) await store.putFile(sha256, await readFile(`${source}${variant}`), variant);
  }
  for (const manifest of manifests) await store.putPackage(version, manifest.kind, signRelease(manifest, key));
  const facts: PackagingResult['packages'] = {};
  for (const kind of kinds) facts[kind] = await readBack(request, kind, key);
  return facts;
}

/**
 * Reads the build, signs and stores a package of each kind, and reads everything back.
 * @throws OperatorError in one sentence
 */
export async function makePackages(request: PackageRequest): Promise<PackagingResult> {
  const { folder, keyFile, kinds } = request;
  const key = await readReleaseKey(keyFile).catch((error: unknown) => {
    throw error instanceof ReleaseKeyError ? new OperatorError('input', error.message) : error;
  });
  const files = await readBuildFolder(folder);
  const manifests = kinds.map((kind) => manifestOf(request, kind, files));
  const worker = files.find(({ path }) => path === '/service-worker.js');
  if (kinds.includes('full') && !worker) {
    throw new OperatorError('input', `there is no service-worker.js in ${folder}: a full package needs it`);
  }
  const isKeyBuiltIn =
    !kinds.includes('full') || !worker || (await readFile(worker.source, 'utf8')).includes(publicKeyText(key));
  try {
    return { packages: await writeAndReadBack(request, files, manifests, key), isKeyBuiltIn };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError('state', `the packages could not be stored: ${reason}`);
  }
}

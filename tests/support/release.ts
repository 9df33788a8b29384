/**
 * Publishes versions of the app to a gateway process, for tests in a browser: rightly by the operator's own command line,
 * or by hand with whatever is wrong.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  releaseManifest,
  releasePackageUrl,
  signedRelease,
  type ReleaseKind,
  type ReleaseManifest,
  type SignedRelease,
} from '../../contract/release';
import { makeReleaseKey, publicKeyText, readReleaseKey, signRelease } from '../../gateway/adapters/release-key';
import { releaseStore, sha256Of } from '../../gateway/adapters/release-store';
import { BUILD_KEY_FILE, operate } from './operator';

const DAY_MS = 86_400_000;

/** Makes a pair of its own in `folder`, e.g. of somebody who is not the operator. */
export async function newKeyFile(folder: string): Promise<{ keyFile: string; publicKey: string }> {
  const keyFile = join(folder, `${crypto.randomUUID()}.pem`);
  return { keyFile, publicKey: publicKeyText(await makeReleaseKey(keyFile)) };
}

export interface ReleaseOptions {
  /** Folder of the running gateway. */
  varDir: string;
  version: string;
  /** A built app, from the project's root or absolute. */
  folder?: string;
  isFull?: boolean;
  keyFile?: string;
  expiresDays?: number;
  /** `LANG=text` each. */
  notes?: readonly string[];
}

/** Makes, signs and announces the packages of a version. @throws Error with the command line's refusal */
export async function publishRelease(options: ReleaseOptions): Promise<void> {
  const { varDir, version, folder = 'dist/app', isFull = false, keyFile, expiresDays = 30, notes = [] } = options;
  const line = ['release', 'publish', '--folder', folder, '--version', version, '--expires-days', String(expiresDays)];
  line.push(...notes.flatMap((note) => ['--note', note]));
  await operate(varDir, isFull ? [...line, '--full'] : line, keyFile === undefined ? {} : { keyFile });
}

export async function publishedManifest(varDir: string, version: string, kind: ReleaseKind): Promise<ReleaseManifest> {
  const path = releaseStore(join(varDir, 'releases')).packagePath(version, kind);
  const { manifest } = signedRelease.parse(JSON.parse(await readFile(path, 'utf8')));
  return releaseManifest.parse(JSON.parse(manifest));
}

export interface HandMade {
  varDir: string;
  version: string;
  kind: ReleaseKind;
  /** Files by path with their content; what is stored is what is listed unless `manifest` says otherwise. */
  files: Readonly<Record<string, string | Uint8Array>>;
  /** Overrides fields of the signed list, e.g. with an older version or a past expiry. */
  manifest?: Partial<ReleaseManifest>;
  /** Signs with another pair's key. */
  keyFile?: string;
  /** Changes the signed package, e.g. its signature. */
  spoil?(release: SignedRelease): SignedRelease;
}

/** Puts a package in its place without any of the command line's checks; `announce` makes apps see it. */
export async function putPackage(made: HandMade): Promise<void> {
  const { varDir, version, kind, files, spoil = (release) => release } = made;
  const store = releaseStore(join(varDir, 'releases'));
  const listed: ReleaseManifest['files'] = [];
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    const sha256 = sha256Of(bytes);
    await store.putFile(sha256, bytes);
    listed.push({ path, length: bytes.length, sha256 });
  }
  const key = await readReleaseKey(made.keyFile ?? BUILD_KEY_FILE);
  const now = Date.now();
  const manifest = { format: 1 as const, kind, version, issuedAt: now, expiresAt: now + 30 * DAY_MS, files: listed };
  const release = spoil(signRelease({ ...manifest, ...made.manifest }, key));
  await store.putPackage(version, kind, release);
}

export interface Announcement {
  hot_version_code: string;
  version_code: string;
  package_url: string;
  hot_package_url: string;
}

/** Announces a version that `putPackage` made; `change` says what else, e.g. another address. */
export async function announce(varDir: string, version: string, change: Partial<Announcement> = {}): Promise<void> {
  const value: Announcement = {
    hot_version_code: version,
    version_code: '',
    package_url: '',
    hot_package_url: releasePackageUrl(version, 'hot'),
    ...change,
  };
  await operate(varDir, ['config', 'set', 'app.release', JSON.stringify(value)]);
}

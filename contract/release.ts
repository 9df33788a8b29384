/**
 * Releases of the app (docs/rules.md §20): what the operator publishes, the gateway announces by `common/version`, and
 * the service worker downloads, verifies and switches to.
 *
 * [Note: Release trust] A package is a signed list of files. The Ed25519 signature is over the very text of the
 * manifest, so nothing is parsed before it is verified, and there is no canonical form to get wrong. Files are named
 * by their digest; whoever serves them cannot change one without the manifest's knowing.
 */
import * as z from 'zod/mini';
import { langCode, timeMs } from './ids';

/** Number of the manifest's shape; a client that does not know the number refuses the package. */
export const RELEASE_FORMAT = 1;

/** The gateway serves packages below this path; no package is loaded from anywhere else. */
export const RELEASES_PATH = '/releases/';

/**
 * Dotted numbers, e.g. `1.10.0`; missing ones count as zero. A number of five or six digits is a version's code: 10050 is 1.0.50.
 * Three or four digits without a dot may be either and are neither.
 */
export const releaseVersion = z.string().check(z.regex(/^([0-9]{1,2}|[1-9][0-9]{4,5}|[0-9]{1,6}(\.[0-9]{1,6}){1,3})$/));

/**
 * `hot`: what pages load (start page, scripts, styles, catalogues, pictures). `full`: besides these the service worker
 * itself and what the platform reads (web manifest, icons).
 */
export const releaseKind = z.enum(['hot', 'full']);
export type ReleaseKind = z.output<typeof releaseKind>;

/** Tells how far a new version came before it failed. */
export const releaseFailureReason = z.enum(['did-not-start', 'install-failed', 'download-failed']);
export type ReleaseFailureReason = z.output<typeof releaseFailureReason>;

const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** The path that the service worker serves the file at. One segment may not be `.` or `..`, so it cannot lead elsewhere. */
const filePath = z.string().check(
  z.maxLength(200),
  z.regex(/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/),
  z.refine((path) => !/^\/(api|dev|releases|healthz|readyz)(\/|$)/.test(path), 'is an address of the gateway'),
);

export const releaseFile = z.strictObject({
  path: filePath,
  /** Bytes, uncompressed. */
  length: z.int().check(z.gte(0), z.lte(16 * 1024 * 1024)),
  sha256: sha256Hex,
});
export type ReleaseFile = z.output<typeof releaseFile>;

/** The update card shows at most so many notes per language, and so many characters of each. */
export const RELEASE_NOTES = { perLanguage: 4, length: 120 } as const;

/** Control, zero-width and direction-changing characters can make a text read as something else; `<` and `>` would be markup. */
const NOT_IN_NOTES = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]/u;

/** One line of plain text. */
const releaseNote = z.string().check(
  z.maxLength(RELEASE_NOTES.length, `is longer than ${RELEASE_NOTES.length} characters`),
  z.refine((text) => text.trim() !== '' && text === text.trim(), 'is empty or has spaces around it'),
  z.refine((text) => !NOT_IN_NOTES.test(text), 'has markup or invisible characters in it'),
);

/** News of a version, by language. */
export const releaseNotes = z.partialRecord(
  langCode,
  z
    .array(releaseNote)
    .check(z.minLength(1), z.maxLength(RELEASE_NOTES.perLanguage, `are more than ${RELEASE_NOTES.perLanguage}`)),
);
export type ReleaseNotes = z.output<typeof releaseNotes>;

export const releaseManifest = z.strictObject({
  format: z.literal(RELEASE_FORMAT),
  kind: releaseKind,
  version: releaseVersion,
  issuedAt: timeMs,
  /** From this time on nobody installs the package any more; an installed one stays. */
  expiresAt: timeMs,
  notes: z.optional(releaseNotes),
  files: z.array(releaseFile).check(
    z.minLength(1),
    z.maxLength(2_000),
    z.refine((files) => new Set(files.map(({ path }) => path)).size === files.length, 'paths must differ'),
    z.refine((files) => files.some(({ path }) => path === '/index.html'), 'must hold the start page'),
  ),
});
export type ReleaseManifest = z.output<typeof releaseManifest>;

/** The file at `hot_package_url` and at `package_url`. */
export const signedRelease = z.strictObject({
  /** The text of a `ReleaseManifest`, exactly as signed. */
  manifest: z.string().check(z.maxLength(1024 * 1024)),
  /** Ed25519 over the UTF-8 bytes of `manifest`, base64. */
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
});
export type SignedRelease = z.output<typeof signedRelease>;

/** Returns the gateway's address of the file with this digest; the same for every release that has the file. */
export function releaseFileUrl(sha256: string): string {
  return `${RELEASES_PATH}files/${sha256}`;
}

/** Returns the gateway's address of a package's signed list. */
export function releasePackageUrl(version: string, kind: ReleaseKind): string {
  return `${RELEASES_PATH}${version}/${kind}.json`;
}

/** Returns a version's numbers; null for any other text. A code is major × 10000 + minor × 100 + patch (docs/rules.md §20). */
function numbersOf(version: string): number[] | null {
  if (!z.safeParse(releaseVersion, version).success) return null;
  const code = Number(version);
  if (version.includes('.') || code < 10_000) return version.split('.').map(Number);
  return [Math.floor(code / 10_000), Math.floor(code / 100) % 100, code % 100];
}

/** A version, or its code, as dotted numbers: `10050` becomes `1.0.50`; null when it is neither. */
export function dottedVersion(text: string): string | null {
  const numbers = numbersOf(text);
  if (numbers === null || text.includes('.')) return numbers && text;
  return numbers.join('.');
}

/** -1, 0 or 1 as `a` is older, equal or newer; null when one of them is no version: then there is no update. */
export function compareVersions(a: string, b: string): -1 | 0 | 1 | null {
  const left = numbersOf(a);
  const right = numbersOf(b);
  if (!left || !right) return null;
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return 0;
}

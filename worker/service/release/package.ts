/** Checks the signed list of a package: its address, its signature, and whether the package may be installed. */
import {
  compareVersions,
  RELEASES_PATH,
  releaseManifest,
  signedRelease,
  type ReleaseManifest,
} from '../../../contract/release';
import type { ReleaseTarget } from '../../../contract/sw-messages';
import { ReleaseError } from './failure';
import type { SignatureVerifier } from './signature';
import { isNewer, type ReleaseState } from './state';

/** The address to load a package from. @throws ReleaseError unless it is one of the gateway's own releases */
export function packageUrl(text: string, origin: string): string {
  const url = urlOf(text, origin);
  const isOurs = url?.origin === origin && /^https?:$/.test(url.protocol) && url.pathname.startsWith(RELEASES_PATH);
  if (!url || !isOurs) throw new ReleaseError('download-failed', 'address of the package not allowed');
  return `${url.origin}${url.pathname}${url.search}`;
}

function urlOf(text: string, origin: string): URL | null {
  try {
    return new URL(text, origin);
  } catch {
    return null;
  }
}

/** Parses a text with a schema. @throws ReleaseError */
function parsed<T>(text: string, parse: (value: unknown) => { success: boolean; data?: T }, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ReleaseError('download-failed', `${what} is no JSON`);
  }
  const result = parse(value);
  if (!result.success || result.data === undefined) throw new ReleaseError('install-failed', `${what} is malformed`);
  return result.data;
}

/** The list that was signed. Nothing in it is looked at before the signature is. @throws ReleaseError */
export async function openPackage(text: string, verify: SignatureVerifier | null): Promise<ReleaseManifest> {
  const signed = parsed(text, (value) => signedRelease.safeParse(value), 'package');
  if (!verify) throw new ReleaseError('install-failed', 'this build takes no packages');
  if (!(await verify(signed.manifest, signed.signature))) throw new ReleaseError('install-failed', 'wrong signature');
  return parsed(signed.manifest, (value) => releaseManifest.safeParse(value), 'list of files');
}

/** Refuses a genuine package that is not the announced one, or may not be installed now. @throws ReleaseError */
export function judgePackage(
  manifest: ReleaseManifest,
  target: ReleaseTarget,
  state: ReleaseState,
  installed: string,
  nowMs: number,
): void {
  const refuse = (detail: string): never => {
    throw new ReleaseError('install-failed', detail);
  };
  const { version, kind, expiresAt } = manifest;
  if (kind !== target.kind || compareVersions(version, target.version) !== 0) refuse('not the announced package');
  if (nowMs >= expiresAt) refuse('expired');
  if (!isNewer(version, installed)) refuse(`not newer than ${installed}`);
  if (!isNewer(version, state.newest)) refuse(`older than ${state.newest ?? ''}, which was installed before`);
  if (state.refused.some((refused) => compareVersions(refused, version) === 0)) refuse('did not start here before');
}

/**
 * Passkeys that lock the app: the secret that their PRF makes of our salt is the key (WebAuthn, extension `prf`). The
 * person is verified each time, since an authenticator's PRF is another one without.
 */
import type { LockState, NewLockProof } from '../bridge/types';

type Passkey = NonNullable<LockState['passkey']>;
type NewPasskey = Extract<NewLockProof, { secret: unknown }>;

/** `refused`: the person called it off, or the browser did; `unfit`: it makes no secrets. */
export type PasskeyFailure = 'refused' | 'unfit';

/** ES256, EdDSA, RS256: whatever the authenticator has. Nothing is ever signed that anybody checks. */
const ALGORITHMS = [-7, -8, -257];
const SALT_BYTES = 32;

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

/** Returns whether this browser may have fitting passkeys; only making one tells for sure. */
export async function mayHavePasskeys(): Promise<boolean> {
  const { PublicKeyCredential: Kind } = window as { PublicKeyCredential?: typeof PublicKeyCredential };
  // Passkeys belong to a name; an address of numbers has none.
  if (!Kind || !isSecureContext || /^[\d.]+$|:/.test(location.hostname)) return false;
  const { getClientCapabilities } = Kind as { getClientCapabilities?: () => Promise<Record<string, boolean>> };
  const can = await getClientCapabilities?.call(Kind).catch(() => undefined);
  return can?.['extension:prf'] !== false;
}

/** The secret of a credential's PRF; undefined where it has none. */
function secretOf(credential: Credential | null): Uint8Array<ArrayBuffer> | undefined {
  const first = (credential as PublicKeyCredential | null)?.getClientExtensionResults().prf?.results?.first;
  if (!first) return undefined;
  return first instanceof ArrayBuffer ? new Uint8Array(first) : Uint8Array.from(new Uint8Array(first.buffer));
}

/** Makes one. Not every authenticator tells the secret at once: then it is asked for a second time. */
export async function makePasskey(name: string): Promise<NewPasskey | PasskeyFailure> {
  const salt = randomBytes(SALT_BYTES);
  const created = await navigator.credentials
    .create({
      publicKey: {
        challenge: randomBytes(32),
        rp: { id: location.hostname, name: 'RAB' },
        user: { id: randomBytes(16), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: { first: salt } } },
      },
    })
    .catch(() => null);
  if (!created) return 'refused';
  const credential = created as PublicKeyCredential;
  if (!credential.getClientExtensionResults().prf?.enabled) return 'unfit';
  const credentialId = new Uint8Array(credential.rawId);
  const told = secretOf(credential);
  const secret = told ?? (await askPasskey({ credentialId, salt }));
  return typeof secret === 'string' ? secret : { credentialId, salt, secret };
}

/** Has the person confirm with the passkey. */
export async function askPasskey({ credentialId, salt }: Passkey): Promise<Uint8Array<ArrayBuffer> | PasskeyFailure> {
  const given = await navigator.credentials
    .get({
      publicKey: {
        challenge: randomBytes(32),
        rpId: location.hostname,
        allowCredentials: [{ type: 'public-key', id: credentialId }],
        userVerification: 'required',
        extensions: { prf: { eval: { first: salt } } },
      },
    })
    .catch(() => null);
  return given ? (secretOf(given) ?? 'unfit') : 'refused';
}

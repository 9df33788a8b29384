/** The authenticator: set-up, replacing it, and its codes at log-in and withdrawals (docs/rules.md §3). */
import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import * as z from 'zod/mini';
import type { CallAnswer, CallParsedInput } from '../../../../contract/index';
import type { Tx } from '../../../db/transaction';
import { Refusal, type Deps, type UserContext } from '../../call-context';
import { runWriteCall } from '../../write-call';
import {
  authenticatorOf,
  insertAuthenticator,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  useRecoveryCode,
  updateAuthenticator,
  useStep,
  type AuthenticatorRow,
} from './authenticator-repo';
import { assertLoginPassword, currentUser } from '../passwords/change-passwords';
import { AUTHENTICATOR } from '../figures';
import { deliverSoon } from '../messages/messages';
import { addressesOf, notifyOwner } from '../messages/owner';
import { olderKeysOf } from '../secrets/older-keys';
import { endReset } from './reset-repo';
import { recoveryHash, recoveryHashBy, seal, unseal } from '../secrets/secrets';
import { trySecret } from '../guessing/secret-tries';
import { triesOf } from '../guessing/secret-tries-repo';
import type { UserRow } from '../users/user-repo';

/** The context in which somebody is asked for a code; at log-in there is no session yet. */
type CodeContext = Pick<UserContext, 'deps' | 'now'>;

const PERIOD_S = 30;
const SECRET_BYTES = 20;
const RECOVERY_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** `replaces` says which secret was bound when it was offered: one that was bound once is never bound again, with codes that were used. */
const offered = z.strictObject({
  userId: z.string(),
  secret: z.string(),
  expiresAt: z.int(),
  replaces: z.nullable(z.string()),
});
const kept = z.strictObject({ userId: z.string(), secret: z.string() });

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'RAB',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  });
}

/** The 30-second step whose code `code` is: now's, the one before or the one after; null for none of them. */
function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
}

/** Stands for the secret that is bound; null for none. */
function boundMark(row: AuthenticatorRow | null): string | null {
  return row && createHash('sha256').update(row.sealedSecret).digest('base64url').slice(0, 16);
}

/** Bytes from the injected source. */
function randomBytes({ ids }: Deps, length: number): Uint8Array {
  return Buffer.from(ids.token(), 'base64url').subarray(0, length);
}

/** `abcde-fghij`: 50 random bits. */
function newRecoveryCode(deps: Deps): string {
  const letters = [...randomBytes(deps, 10)].map((byte) => RECOVERY_ALPHABET[byte % 32]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Tells what is bound, and offers a new secret to bind. Nothing is stored: the offer comes back sealed with `bindAuthenticator`. */
export async function describeAuthenticator(context: UserContext): Promise<CallAnswer<'authenticatorSetup'>> {
  const { deps, now } = context;
  const { db } = deps.db;
  const user = await currentUser(context);
  const { lockedUntil } = await triesOf(db, user.id, 'authenticator');
  const secret = new Secret({ buffer: Uint8Array.from(randomBytes(deps, SECRET_BYTES)).buffer }).base32;
  const expiresAt = now + AUTHENTICATOR.setupTtlMs;
  const replaces = boundMark(await authenticatorOf(db, user.id));
  const [label = user.id] = addressesOf(user);
  return {
    boundAt: user.authenticatorBoundAt,
    recoveryCodesLeft: await recoveryCodesLeft(db, user.id),
    lockedUntil: lockedUntil !== null && lockedUntil > now ? lockedUntil : null,
    secret,
    uri: totpOf(secret, label).toString(),
    setup: seal(deps.secret, 'setup', JSON.stringify({ userId: user.id, secret, expiresAt, replaces })),
    expiresAt,
  };
}

/** The offered secret. @throws Refusal setup-expired, also for another user's offer, and one from before `bound` was bound */
function openSetup({ deps, session, now }: UserContext, setup: string, bound: AuthenticatorRow | null): string {
  let offer: z.output<typeof offered>;
  try {
    offer = z.parse(offered, JSON.parse(unseal(deps.secret, 'setup', setup)));
  } catch {
    throw new Refusal('setup-expired');
  }
  const isTheirs = offer.userId === session.userId && offer.replaces === boundMark(bound);
  if (!isTheirs || offer.expiresAt <= now) throw new Refusal('setup-expired');
  return offer.secret;
}

function secretOf(deps: Deps, { userId, sealedSecret }: AuthenticatorRow): string {
  const { userId: owner, secret } = z.parse(kept, JSON.parse(unseal(deps.secret, 'authenticator', sealedSecret)));
  if (owner !== userId) throw new Error("an authenticator's secret is in another user's row");
  return secret;
}

/**
 * Resolves when `code` is the authenticator's now, and uses its step up: the same code is refused from here on, everywhere.
 * Call it outside transactions.
 * @throws Refusal needs-authenticator (4900), wrong-authenticator-code, authenticator-code-used, authenticator-locked
 */
export async function assertAuthenticatorCode(asked: CodeContext, userId: string, code: string): Promise<void> {
  const { deps, now } = asked;
  const row = await authenticatorOf(deps.db.db, userId);
  if (!row) throw new Refusal('needs-authenticator');
  await trySecret(asked, userId, 'authenticator', async () => {
    const step = stepOf(secretOf(deps, row), code, now);
    if (step === null) return false;
    // A right code twice is a double tap, not a guess: it is refused and not counted.
    if (!(await useStep(deps.db.db, row, step))) throw new Refusal('authenticator-code-used');
    return true;
  });
}

/** Does what `assertAuthenticatorCode` does, and accepts a recovery code as well, which is used up. */
export async function assertSecondFactor(asked: CodeContext, userId: string, code: string): Promise<void> {
  const { deps, now } = asked;
  if (/^[0-9]{6}$/.test(code)) return assertAuthenticatorCode(asked, userId, code);
  const older = await olderKeysOf(deps.db.db, deps.secret, 'recovery');
  const hashes = [
    recoveryHash(deps.secret, userId, code),
    ...older.map(({ key }) => recoveryHashBy(key, userId, code)),
  ];
  await trySecret(asked, userId, 'authenticator', () => useRecoveryCode(deps.db.db, userId, hashes, now));
}

/** The row for a secret, once a code of it shows that the device has it. @throws Refusal wrong-authenticator-code */
function rowToBind({ deps, session, now }: UserContext, secret: string, code: string): AuthenticatorRow {
  const { userId } = session;
  const step = stepOf(secret, code, now);
  // The user who asks was shown the secret: there is nothing to guess at, so nothing is counted.
  if (step === null) throw new Refusal('wrong-authenticator-code');
  const sealedSecret = seal(deps.secret, 'authenticator', JSON.stringify({ userId, secret }));
  return { userId, sealedSecret, lastStep: step, boundAt: now };
}

/** Stores the row and new recovery codes, and tells the owner. @returns the codes, which are never shown again */
async function bind(context: UserContext, user: UserRow, store: (tx: Tx) => Promise<void>): Promise<string[]> {
  const { deps } = context;
  const codes = Array.from({ length: AUTHENTICATOR.recoveryCodes }, () => newRecoveryCode(deps));
  const hashes = codes.map((code) => recoveryHash(deps.secret, user.id, code));
  await runWriteCall(context, async (tx) => {
    await store(tx);
    // A user who binds an authenticator has not lost it.
    await endReset(tx, user.id, 'void', context.now);
    await replaceRecoveryCodes(tx, user.id, hashes);
    await notifyOwner(tx, context, user, 'authenticatorChanged');
  });
  deliverSoon(deps);
  return codes;
}

/** Binds the first authenticator. @throws Refusal of `bindAuthenticator` */
export async function bindAuthenticator(
  context: UserContext,
  { setup, code, password }: CallParsedInput<'bindAuthenticator'>,
): Promise<CallAnswer<'bindAuthenticator'>> {
  const user = await currentUser(context);
  if (user.authenticatorBoundAt !== null) throw new Refusal('authenticator-already-bound');
  const secret = openSetup(context, setup, null);
  await assertLoginPassword(context, user, password);
  const row = rowToBind(context, secret, code);
  const recoveryCodes = await bind(context, user, async (tx) => {
    if (!(await insertAuthenticator(tx, row))) throw new Refusal('authenticator-already-bound');
  });
  return { recoveryCodes };
}

/** Replaces the authenticator. @throws Refusal of `replaceAuthenticator` */
export async function replaceAuthenticator(
  context: UserContext,
  { setup, code, current }: CallParsedInput<'replaceAuthenticator'>,
): Promise<CallAnswer<'replaceAuthenticator'>> {
  const { deps, session } = context;
  const user = await currentUser(context);
  const before = await authenticatorOf(deps.db.db, session.userId);
  if (!before) throw new Refusal('needs-authenticator');
  const secret = openSetup(context, setup, before);
  const row = rowToBind(context, secret, code);
  await assertSecondFactor(context, session.userId, current);
  const recoveryCodes = await bind(context, user, async (tx) => {
    if (!(await updateAuthenticator(tx, before, row))) throw new Refusal('setup-expired');
  });
  return { recoveryCodes };
}

/**
 * Decides who may try a password (docs/rules.md §3). A device that logged in to this account before has tries of its own; all
 * others together share the account's hour, and work for each try. A try is counted before its password is looked at, so that of
 * many at once none gets past a limit and none that is refused costs a hash. Names that nobody has are treated alike.
 */
import { withTransaction, type Tx } from '../../../db/transaction';
import type { CallContext } from '../../call-context';
import { loadSettings } from '../../settings/settings';
import type { Settings } from '../../settings/figures';
import { takeCaptcha, type CaptchaSolution } from '../guessing/captcha';
import { countDeviceTry } from '../sessions/device-repo';
import {
  countFailure,
  deleteTry,
  insertTry,
  lockFailures,
  markTold,
  tryAtLimit,
  uncountFailure,
} from '../guessing/login-failures-repo';
import { HOUR_MS } from '../figures';
import { issueFreezeLink } from '../messages/freeze-links';
import { deliverSoon, queueMessage } from '../messages/messages';
import { codeAddress, languageOf } from '../messages/owner';
import { accountKey, addressKey, deviceHash } from '../secrets/secrets';
import { decideStranger, type LoginDecision } from '../guessing/throttle';
import type { UserRow } from '../users/user-repo';

export interface Attempt {
  loginName: string;
  captcha?: CaptchaSolution | undefined;
  deviceToken?: string | undefined;
}

/** A try that is counted. */
export type AdmittedTry =
  | { by: 'device' }
  | { by: 'stranger'; accountKey: string; addressKey: string; tryId: string; isOwnerToBeTold: boolean };

export type Admission = { admitted: AdmittedTry } | { refused: LoginDecision & { allowed: false } };

/** The id of no user: queries about it take as long as any other, and find nothing. */
const NOBODY = '0';

/** Counts a try of a device that logged in to this account before. @returns false for any other one, and where its hour is used up */
export async function admitDevice(
  tx: Tx,
  { deps, now }: CallContext,
  { user, deviceToken }: { user: UserRow | null; deviceToken: string | undefined },
  settings: Settings,
): Promise<boolean> {
  if (deviceToken === undefined) return false;
  const userId = user?.id ?? NOBODY;
  const device = { userId, tokenHash: deviceHash(deps.secret, userId, deviceToken), epoch: user?.sessionEpoch ?? 0 };
  const limit = { maxTries: settings['security.deviceTriesPerHour'], windowMs: HOUR_MS, now };
  return countDeviceTry(tx, device, limit);
}

async function admitStranger(
  tx: Tx,
  { deps, now, address }: CallContext,
  { loginName, solvedBits }: { loginName: string; solvedBits: number | null },
  settings: Settings,
): Promise<Admission> {
  const keys = { accountKey: accountKey(deps.secret, loginName), addressKey: addressKey(deps.secret, address) };
  const ofAccount = await lockFailures(tx, 'account', keys.accountKey, now);
  const ofAddress = await lockFailures(tx, 'address', keys.addressKey, now);
  const perHour = settings['security.strangerTriesPerHour'];
  const atLimit = await tryAtLimit(tx, keys.accountKey, now - HOUR_MS, perHour);
  const hourOpensAt = atLimit === null ? null : atLimit + HOUR_MS;
  const decision = decideStranger({ ofAccount, ofAddress, hourOpensAt, solvedBits, now });
  if (!decision.allowed) return { refused: decision };
  const { episodeTries, isTold } = await countFailure(tx, 'account', keys.accountKey, now);
  await countFailure(tx, 'address', keys.addressKey, now);
  const tryId = await insertTry(tx, keys.accountKey, now);
  const isOwnerToBeTold = !isTold && episodeTries >= settings['security.tellOwnerAfterTries'];
  return { admitted: { by: 'stranger', ...keys, tryId, isOwnerToBeTold } };
}

/** @param user whose name it is; null for one that nobody has */
export async function admit(context: CallContext, attempt: Attempt, user: UserRow | null): Promise<Admission> {
  const { deps, now } = context;
  const settings = await loadSettings(deps.db.db);
  const solvedBits = await takeCaptcha(deps.db.db, attempt.captcha, now);
  const { loginName, deviceToken } = attempt;
  return withTransaction(deps.db, async (tx): Promise<Admission> => {
    if (await admitDevice(tx, context, { user, deviceToken }, settings)) return { admitted: { by: 'device' } };
    return admitStranger(tx, context, { loginName, solvedBits }, settings);
  });
}

/** The password was right: it was no guess. A device's own count starts anew when it is remembered. */
export async function takeBack(tx: Tx, admitted: AdmittedTry): Promise<void> {
  if (admitted.by === 'device') return;
  await uncountFailure(tx, 'account', admitted.accountKey);
  await uncountFailure(tx, 'address', admitted.addressKey);
  await deleteTry(tx, admitted.tryId);
}

/**
 * The password was wrong: tells the owner when strangers have tried often, once per episode, in the owner's language. For a
 * name that nobody has a message is queued as well, which nobody gets.
 */
export async function tellOwner(
  { deps, now }: CallContext,
  admitted: AdmittedTry,
  { user, loginName }: { user: UserRow | null; loginName: string },
): Promise<void> {
  if (admitted.by === 'device' || !admitted.isOwnerToBeTold) return;
  const settings = await loadSettings(deps.db.db);
  await withTransaction(deps.db, async (tx) => {
    if (!(await markTold(tx, admitted.accountKey, now))) return;
    const to = user ? codeAddress(user) : loginName;
    const lang = languageOf(user, settings);
    const message = { kind: 'passwordGuessed' } as const;
    const freezeToken = await issueFreezeLink(tx, user?.id ?? null, now);
    // The notice is told when the mail goes out: a request for a name that nobody has must not be the shorter one.
    const envelope = { to, lang, message, isSilent: user === null, freezeToken, ownerId: user?.id };
    await queueMessage(tx, deps, envelope, now);
  });
  deliverSoon(deps);
}

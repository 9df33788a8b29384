/** The proof of work that is asked for when somebody tries often. */
import type { AnswerOf } from '../../../../contract/call';
import type { authCaptcha, captchaSolution } from '../../../../contract/calls/session';
import type * as z from 'zod/mini';
import type { Queries } from '../../../db/client';
import type { CallContext } from '../../call-context';
import { demandBits, demandedBits, insertCaptcha, openCaptcha, spendCaptcha } from './captcha-repo';
import { CAPTCHA } from '../figures';
import { isSolved } from './proof-of-work';
import { addressKey } from '../secrets/secrets';

export type CaptchaSolution = z.output<typeof captchaSolution>;

/** A new challenge, as hard as the last refusal to this address demanded. */
export async function issueCaptcha({ deps, now, address }: CallContext): Promise<AnswerOf<typeof authCaptcha>> {
  const demanded = await demandedBits(deps.db.db, addressKey(deps.secret, address), now);
  const captcha = {
    id: deps.ids.uuid(),
    salt: deps.ids.token(),
    difficultyBits: Math.max(CAPTCHA.baseBits, demanded),
    expiresAt: now + CAPTCHA.ttlMs,
  };
  await insertCaptcha(deps.db.db, captcha);
  return captcha;
}

/** Makes the next challenge for this address at least so hard. */
export async function demandCaptcha({ deps, now, address }: CallContext, difficultyBits: number): Promise<void> {
  const key = addressKey(deps.secret, address);
  await demandBits(deps.db.db, { addressKey: key, difficultyBits, expiresAt: now + CAPTCHA.ttlMs }, now);
}

/** Uses a solution up. @returns how hard it was, bits; null when there is none, it is wrong, or it was used before */
export async function takeCaptcha(
  queries: Queries,
  solution: CaptchaSolution | undefined,
  now: number,
): Promise<number | null> {
  if (!solution) return null;
  const captcha = await openCaptcha(queries, solution.id, now);
  if (!captcha || !isSolved(captcha.salt, solution.nonce, captcha.difficultyBits)) return null;
  return (await spendCaptcha(queries, captcha.id, now)) ? captcha.difficultyBits : null;
}

/** POST /api/{upload id}: the same envelope as multipart, and beside it the image (docs/rules.md §9, §11). */
import { Hono } from 'hono';
import { MAX_UPLOAD_BYTES } from '../../contract/envelope';
import { doubtOf } from '../adapters/clock';
import { byteBudget, limiter, placesPerKey } from '../adapters/concurrency';
import { Refusal, type Deps, type Session, type UserContext } from '../domain/call-context';
import { resolveSession } from '../domain/identity/sessions/resolve-session';
import { uploadImage } from '../domain/uploads/upload-image';
import type { Answer, Caller, Dispatcher } from './dispatcher';
import { answerOrRefuse, sealed } from './door-answer';
import { countAddress, openForm, type DoorOptions } from './open-form';
import { readBody } from './read-body';
import { callerOf, type GatewayEnv } from './request';
import { uploadParts } from './upload-parts';

/** Pictures that are taken apart at once; nobody is waited for any more by then, since their bodies are whole. */
const MAX_RUNNING_UPLOADS = 8;
const MAX_WAITING_UPLOADS = 64;
/** A person has one on its way per device. */
const MAX_UPLOADS_PER_USER = 2;
/** All bodies that are on their way or wait: 21 of the largest, and any number of those that hardly come. */
const MAX_HELD_BYTES = 256 * 1024 * 1024;
/** A person with too many uploads at once is told to come again after this time. */
const BUSY_RETRY_MS = 2000;

/**
 * A body is read before its upload takes one of the places in which pictures are taken apart: a slow sender holds nobody else's place,
 * and takes no more memory than has come.
 */
export function uploadDoor(deps: Deps, dispatcher: Dispatcher, options: DoorOptions): Hono<GatewayEnv> {
  const door = new Hono<GatewayEnv>();
  const limited = limiter(MAX_RUNNING_UPLOADS, MAX_WAITING_UPLOADS);
  const uploaders = placesPerKey(MAX_UPLOADS_PER_USER);
  const memory = byteBudget(MAX_HELD_BYTES);

  /** Asked before the body is read: nobody without a session makes the gateway hold 12 MiB. */
  async function requireSession({ token, lang }: Caller): Promise<Session> {
    const session = token === null ? null : await resolveSession(deps, token, lang, deps.clock.now());
    if (session) return session;
    // A session is not given up for a doubted clock; the dispatcher does the same.
    throw new Refusal(token !== null && doubtOf(deps.clock) !== null ? 'clock-drift' : 'unauthorized');
  }

  async function take(request: Request, caller: Caller): Promise<Answer> {
    let held = 0;
    const parts = uploadParts(request.headers.get('content-type') ?? '');
    const onPiece = (piece: Uint8Array) => {
      memory.take(piece.byteLength);
      held += piece.byteLength;
      parts.write(piece);
    };
    try {
      await readBody(request, { maxBytes: MAX_UPLOAD_BYTES, pace: options.uploadPace, isDiscarded: true, onPiece });
      const { form, file } = parts.end();
      return await limited(async () => {
        const inner = await openForm(deps, options, form, caller);
        return dispatcher.dispatch(caller, inner, {
          name: 'uploadImage',
          with: (context) => uploadImage(context as UserContext, file),
        });
      });
    } finally {
      memory.giveBack(held);
    }
  }

  door.all(`/api/${options.profile.uploadId}`, async (c) => {
    const caller = callerOf(c, deps, options.trustedProxies);
    const answer = await answerOrRefuse(deps, dispatcher, caller, async () => {
      if (c.req.method !== 'POST') throw new Refusal('wrong-method');
      countAddress(deps, options, caller);
      const { userId } = await requireSession(caller);
      options.countTry(`user:${userId}`);
      if (!uploaders.enter(userId)) throw new Refusal('rate-limited', { data: { retryAfterMs: BUSY_RETRY_MS } });
      try {
        return await take(c.req.raw, caller);
      } finally {
        uploaders.leave(userId);
      }
    });
    return sealed(c, deps, caller, answer);
  });
  return door;
}

/** POST /api/{upload id}: the same envelope as multipart, and beside it the image (docs/rules.md §9, §11). */
import { Hono } from 'hono';
import { MAX_UPLOAD_BYTES } from '../../contract/envelope';
import type { RequestForm } from '../../contract/request-envelope';
import { doubtOf } from '../adapters/clock';
import { byteBudget, limiter, placesPerKey } from '../adapters/concurrency';
import { Refusal, type Deps, type Session, type UserContext } from '../domain/call-context';
import { resolveSession } from '../domain/identity/sessions/resolve-session';
import { uploadImage } from '../domain/uploads/upload-image';
import type { Answer, Caller, Dispatcher } from './dispatcher';
import { answerOrRefuse, sealed } from './door-answer';
import { InvalidEnvelopeError } from './envelope';
import { openForm, parseForm, type DoorOptions } from './open-form';
import { readBody } from './read-body';
import { callerOf, mediaType, type GatewayEnv } from './request';

/** Pictures that are taken apart at once; nobody is waited for any more by then, since their bodies are whole. */
const MAX_RUNNING_UPLOADS = 8;
const MAX_WAITING_UPLOADS = 64;
/** A person has one on its way per device. */
const MAX_UPLOADS_PER_USER = 2;
/** All bodies that are on their way or wait: 21 of the largest, and any number of those that hardly come. */
const MAX_HELD_BYTES = 256 * 1024 * 1024;
/** A person with too many uploads at once is told to come again after this time. */
const BUSY_RETRY_MS = 2000;

/** The four fields and exactly one part `file`. @throws InvalidEnvelopeError; Refusal image-refused */
async function parseUpload(
  request: Request,
  body: Uint8Array<ArrayBuffer>,
): Promise<{ form: RequestForm; file: Uint8Array }> {
  if (mediaType(request) !== 'multipart/form-data') throw new InvalidEnvelopeError();
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  let entries: [string, unknown][];
  try {
    entries = [...(await new Response(body, { headers }).formData())];
  } catch {
    throw new InvalidEnvelopeError();
  }
  const files = entries.filter(([name]) => name === 'file').map(([, value]) => value);
  const form = parseForm(entries.filter(([name]) => name !== 'file'));
  const [file] = files;
  if (files.length !== 1 || !(file instanceof Blob)) throw new Refusal('image-refused');
  return { form, file: new Uint8Array(await file.arrayBuffer()) };
}

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
    const onBytes = (count: number) => {
      memory.take(count);
      held += count;
    };
    try {
      const body = await readBody(request, { maxBytes: MAX_UPLOAD_BYTES, pace: options.uploadPace, onBytes });
      return await limited(async () => {
        const { form, file } = await parseUpload(request, body);
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
      const { userId } = await requireSession(caller);
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

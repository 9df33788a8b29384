/** POST /api/{upload id}: the same envelope as multipart, and beside it the image (rules.md §9, §11). */
import { Hono } from 'hono';
import { MAX_UPLOAD_BYTES, type RequestForm } from '../../contract/envelope';
import { limiter } from '../adapters/limiter';
import { Refusal, type Deps, type UserContext } from '../domain/call-context';
import { resolveSession } from '../domain/identity/resolve-session';
import { uploadImage } from '../domain/uploads/upload-image';
import type { Caller, Dispatcher } from './dispatcher';
import { answerOrRefuse, sealed } from './door-answer';
import { EnvelopeInvalid } from './envelope';
import { openForm, parseForm, type DoorOptions } from './open-form';
import { callerOf, mediaType, readBody, type GatewayEnv } from './request';

/** Each may hold 12 MiB in memory. */
const MAX_RUNNING_UPLOADS = 8;
const MAX_WAITING_UPLOADS = 64;

/** The four fields and exactly one part `file`. @throws EnvelopeInvalid; Refusal too-large, image-refused */
async function readUpload(request: Request): Promise<{ form: RequestForm; file: Uint8Array }> {
  const body = await readBody(request, MAX_UPLOAD_BYTES);
  if (mediaType(request) !== 'multipart/form-data') throw new EnvelopeInvalid();
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  let entries: [string, unknown][];
  try {
    entries = [...(await new Response(body, { headers }).formData())];
  } catch {
    throw new EnvelopeInvalid();
  }
  const files = entries.filter(([name]) => name === 'file').map(([, value]) => value);
  const form = parseForm(entries.filter(([name]) => name !== 'file'));
  const [file] = files;
  if (files.length !== 1 || !(file instanceof Blob)) throw new Refusal('image-refused');
  return { form, file: new Uint8Array(await file.arrayBuffer()) };
}

export function uploadDoor(deps: Deps, dispatcher: Dispatcher, options: DoorOptions): Hono<GatewayEnv> {
  const door = new Hono<GatewayEnv>();
  const limited = limiter(MAX_RUNNING_UPLOADS, MAX_WAITING_UPLOADS);

  /** Asked before the body is read: nobody without a session makes the gateway hold 12 MiB. */
  async function requireSession({ token, lang }: Caller): Promise<void> {
    const session = token === null ? null : await resolveSession(deps, token, lang, deps.clock.now());
    if (!session) throw new Refusal('unauthorized');
  }

  door.all(`/api/${options.profile.uploadId}`, async (c) => {
    const caller = callerOf(c, deps, options.trustedProxies);
    const answer = await answerOrRefuse(deps, dispatcher, caller, async () => {
      if (c.req.method !== 'POST') throw new Refusal('wrong-method');
      await requireSession(caller);
      return limited(async () => {
        const { form, file } = await readUpload(c.req.raw);
        const inner = await openForm(deps, options, form, caller);
        return dispatcher.dispatch(caller, inner, {
          name: 'upImg',
          with: (context) => uploadImage(context as UserContext, file),
        });
      });
    });
    return sealed(c, deps, caller, answer);
  });
  return door;
}

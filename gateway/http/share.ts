/**
 * POST /share: where systems post images that are shared to the installed app. Its service worker answers that address; where none controls
 * the page yet, or the browser has dropped it, the image comes here. Nobody knows whose it is, so nothing of it is kept: the page that
 * opens says that it could not be taken over, and offers the feedback form, in which it can be chosen.
 */
import { Hono } from 'hono';
import { MAX_UPLOAD_BYTES } from '../../contract/envelope';
import { MISSED_QUERY, SHARE_PATH, SHARED_SCREEN_PATH } from '../../contract/share';
import { Refusal } from '../domain/call-context';
import { BodyLateError, readBody, type Pace } from './read-body';
import type { GatewayEnv } from './request';

/** Bodies that are listened to at once; who comes beyond is led on without. */
const MAX_AT_ONCE = 16;

const TARGET = `/#${SHARED_SCREEN_PATH}?${MISSED_QUERY}=1`;

export function share(pace: Pace): Hono<GatewayEnv> {
  const routes = new Hono<GatewayEnv>();
  let running = 0;
  routes.post(SHARE_PATH, async (c) => {
    if (running < MAX_AT_ONCE) {
      running += 1;
      try {
        // Most browsers look at an answer only once they have sent everything.
        await readBody(c.req.raw, { maxBytes: MAX_UPLOAD_BYTES, pace, isDiscarded: true });
      } catch (error) {
        if (error instanceof BodyLateError) return c.body(null, 408, { Connection: 'close' });
        if (!(error instanceof Refusal)) throw error;
      } finally {
        running -= 1;
      }
    }
    return c.redirect(TARGET, 303);
  });
  return routes;
}

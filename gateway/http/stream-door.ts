/**
 * POST /api/{stream id}: live changes as server-sent events (docs/rules.md §11). The request is the call `liveEvents` in the usual
 * envelope; its answer is the first event, and each later one has the same shape.
 */
import { Hono, type Context } from 'hono';
import type { LivePage } from '../../contract/calls/live';
import { Refusal, type Deps, type UserContext } from '../domain/call-context';
import type { LiveFeed, StreamEnd } from '../domain/live/feed';
import { numberOf, payloadOf, type Answer, type Caller, type Dispatcher, type MountedHandlers } from './dispatcher';
import { answerOrRefuse, sealed } from './door-answer';
import { EventStream } from './event-stream';
import { openForm, readForm, type DoorOptions } from './open-form';
import { callerOf, type GatewayEnv } from './request';

/** A device that had to give way to others of the same person asks by itself for so long. */
const CROWDED_MS = 60_000;

const ENDS: Record<StreamEnd, Refusal | null> = {
  over: null,
  unauthorized: new Refusal('unauthorized'),
  crowded: new Refusal('rate-limited', { data: { retryAfterMs: CROWDED_MS } }),
};

interface StreamDoor {
  deps: Deps;
  dispatcher: Dispatcher;
  feed: LiveFeed;
  liveEvents: MountedHandlers['liveEvents'];
  options: DoorOptions;
}

export function streamDoor({ deps, dispatcher, feed, liveEvents, options }: StreamDoor): Hono<GatewayEnv> {
  const door = new Hono<GatewayEnv>();

  function newStream({ lang }: Caller, onGone: () => void): EventStream {
    const farewell = (why: StreamEnd) => {
      const refusal = ENDS[why];
      const answer = refusal && dispatcher.refuse(lang, refusal);
      return answer && { code: numberOf(answer), body: payloadOf(answer) };
    };
    return new EventStream({ ids: deps.ids, farewell, onGone });
  }

  /** Listens before it looks, so that nothing falls between the two. */
  async function open(c: Context<GatewayEnv>, caller: Caller): Promise<{ answer: Answer; stream: EventStream }> {
    let leave = () => {};
    const stream = newStream(caller, () => leave());
    const answer = await answerOrRefuse(deps, dispatcher, caller, async () => {
      if (c.req.method !== 'POST') throw new Refusal('wrong-method');
      const form = await readForm(deps, c.req.raw, options, caller);
      const inner = await openForm(deps, options, form, caller);
      return dispatcher.dispatch(caller, inner, {
        name: 'liveEvents',
        with: async (context, input) => {
          const user = context as UserContext;
          leave = await feed.open(user.session, stream);
          return liveEvents(user, input as { after?: string });
        },
      });
    });
    if (!answer.ok) leave();
    return { answer, stream };
  }

  door.all(`/api/${options.profile.streamId}`, async (c) => {
    const caller = callerOf(c, deps, options.trustedProxies);
    const { answer, stream } = await open(c, caller);
    if (!answer.ok) return sealed(c, deps, caller, answer);
    stream.tell(answer.data as LivePage);
    c.header('Content-Type', 'text/event-stream');
    c.header('Cache-Control', 'no-store');
    c.header('X-Request-Id', caller.requestId);
    // Proxies are not to collect it, and nothing comes after it on this connection: a closing gateway waits for none.
    c.header('X-Accel-Buffering', 'no');
    c.header('Connection', 'close');
    return c.body(stream.body);
  });
  return door;
}

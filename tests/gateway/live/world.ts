/** A gateway whose feed turns when the test says so. */
import type { AppOptions } from '../../../gateway/app';
import type { Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { readStream, STREAM_DOOR, streamRequest, type OpenStream } from '../../support/live-client';
import { writeEvents, type WrittenEvent } from '../../support/live-events';
import { openTestGateway, type TestGateway } from '../http/test-gateway';

export interface LiveGateway extends TestGateway {
  /** Time passes, and the feed asks the database once. */
  turn(passedMs?: number): Promise<void>;
  /** True while the feed means to ask again. */
  isAwake(): boolean;
  request(token: string | undefined, after?: string): Promise<Response>;
  stream(token: string, after?: string): Promise<OpenStream>;
  announce(...events: WrittenEvent[]): Promise<void>;
}

const immediate = () => new Promise((resolve) => setImmediate(resolve));

export async function openLiveGateway(database: Database, options: Partial<AppOptions> = {}): Promise<LiveGateway> {
  let due: (() => void) | null = null;
  const setTimer = (callback: () => void) => {
    due = callback;
    return () => {
      due = null;
    };
  };
  const gateway = await openTestGateway(database, { ...options, setTimer });
  const request = async (token: string | undefined, after?: string) =>
    gateway.app.request(STREAM_DOOR, streamRequest({ token, after, nowMs: gateway.time.now }));
  return {
    ...gateway,
    request,
    isAwake: () => due !== null,
    async turn(passedMs = 500) {
      gateway.time.now += passedMs;
      const run = due;
      due = null;
      run?.();
      // It sets its timer again when it is done, unless nobody listens.
      while (due === null && gateway.feed.size > 0) await immediate();
    },
    stream: async (token, after) => readStream(await request(token, after)),
    announce: (...events) => withTransaction(database, (tx) => writeEvents(tx, events, gateway.time.now)),
  };
}

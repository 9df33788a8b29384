/** Puts the data layer together: its parts, and who tells whom. */
import * as z from 'zod/mini';
import type { HomePicture } from './api';
import { Patience } from './cache/patience';
import type { CacheTables } from './cache/schema';
import type { Store } from './cache/store';
import { openDeviceVault, type Vault } from './cache/vault';
import { findCall, loadMemberCalls } from './call-book';
import { createSha256 } from './envelope/digest';
import type { Environment } from './environment';
import type { EventHub } from './event-hub';
import { Invoker } from './invoke';
import { lazyParts, type LazyParts } from './lazy-parts';
import { LazyMoneyCalls } from './outbox/lazy-money-calls';
import { keptPicture } from './picture';
import { SessionKeeper, type OpenSession } from './session/session-keeper';
import { Staleness } from './staleness';
import { openLine, type Line, type LineSettings } from './transport/line';
import { sleep } from './transport/sleep';
import { EVERYBODY_MS } from './transport/spread';
import { PageActivity } from './warm-up/page-activity';

export type PictureListener = (picture: HomePicture) => void;

export interface DataLayer extends Omit<LazyParts, 'warmUp' | 'followLive'> {
  connection: Line['connection'];
  device: Vault;
  keeper: SessionKeeper;
  invoker: Invoker;
  money: LazyMoneyCalls;
  staleness: Staleness;
  activity: PageActivity;
}

export async function openDataLayer(
  environment: Environment,
  events: EventHub,
  settings: LineSettings,
  started: Promise<void>,
  onPicture?: PictureListener,
): Promise<DataLayer> {
  const { setTimer, random, tabs } = environment;
  // A late answer may come before there is a keeper, who looks for itself then.
  const onAnswer = () => void held.keeper?.lookAgain();
  const held: { keeper?: SessionKeeper } = {};
  const openDevice = () => openDeviceVault(environment, { emit: (event) => events.emit(event), onAnswer });
  const device = await openDevice();
  const line = await openLine({ environment, events, settings, device, onConnection });
  const { connection, transport, lang } = line;
  const serverNow = () => line.clock.now();
  const keeper = new SessionKeeper({
    environment,
    device,
    openDevice,
    events,
    async sayGoodbye(token) {
      const { call } = await findCall('logout');
      if (!call) return false;
      const { method, uri, effect } = call;
      const result = await transport.send({ method, uri, effect, params: {}, isGoodbye: true, token });
      return result.ok || result.error.code === 'unauthorized';
    },
    onEntering: () => void loadMemberCalls().catch(() => {}),
    onOpened: (session) => void started.then(() => goOnline(session)),
  });
  held.keeper = keeper;
  const patience = new Patience(setTimer);
  const staleness = new Staleness(events, tabs, () => storesOf({ device, keeper }), patience);
  const money: LazyMoneyCalls = new LazyMoneyCalls({
    ...line,
    events,
    patience,
    sha256: createSha256(environment.subtle),
    serverNow,
    findCall,
    device,
    onRefusal: (session, error) => keeper.endIfUnauthorized(session, error),
    onStale: (calls) => staleness.announce(calls),
  });
  const invoker = new Invoker({
    keeper,
    device,
    transport,
    money,
    staleness,
    patience,
    serverNow,
    lang,
    pause: () => sleep(setTimer, 0),
    randomBytes: environment.randomBytes,
    findCall,
  });
  const activity = new PageActivity();
  const parts = { environment, events, device, keeper, invoker, staleness, activity, line };
  const lazy = lazyParts(parts);

  function onConnection(online: boolean): void {
    events.emit({ type: 'connection', online });
    if (online) void keeper.sayGoodbyes();
    if (online && keeper.current) goOnline(keeper.current, sleep(setTimer, random() * EVERYBODY_MS));
    else void lazy.followLive();
  }

  /** Asks at once for the outcome of the person's own money calls; the rest may wait, see [Note: In step] in spread.ts. */
  function goOnline(session: OpenSession, turn?: Promise<void>): void {
    void lazy.followLive();
    void money.settleOpen(session);
    if (turn) void turn.then(() => lazy.warmUp(session));
    else void lazy.warmUp(session);
  }

  void started.then(() => keeper.sayGoodbyes());
  tabs.receive((message) => followOtherTab(message, keeper, staleness));
  await keeper.start();
  // Before any answer, so that the page knows that it is there when it has what it needs.
  if (onPicture && keeper.current) await showPicture(keeper.current, patience, onPicture);
  return { ...parts, ...lazy, connection, money };
}

/** A start never waits for the picture longer than for other rows ([Note: Held up]): without it the first screen comes a little later. */
async function showPicture(session: OpenSession, patience: Patience, onPicture: PictureListener): Promise<void> {
  const picture = await patience.with(keptPicture(session)).catch(() => null);
  if (picture && !session.leaving.signal.aborted) onPicture(picture);
}

/** Another tab's message: the session has changed, and `left` has left; or answers of these calls have changed. */
const tabMessage = z.object({
  type: z.enum(['session', 'changed']),
  left: z.optional(z.string()),
  calls: z.optional(z.array(z.string())),
});

function followOtherTab(message: unknown, keeper: SessionKeeper, staleness: Staleness): void {
  const parsed = tabMessage.safeParse(message);
  // A tab of another version may say what this one does not know.
  if (!parsed.success) return;
  const { type, left, calls = [] } = parsed.data;
  if (type === 'session') void keeper.followOtherTab(left);
  else staleness.followOtherTab(calls);
}

export function storesOf({ device, keeper }: Pick<DataLayer, 'device' | 'keeper'>): Store<CacheTables>[] {
  const user = keeper.current?.vault.store as Store<CacheTables> | undefined;
  return user ? [device.store, user] : [device.store];
}

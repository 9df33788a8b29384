/** Puts the data layer together. Everything with an outside comes from `environment`, so that tests run it in Node. */
import * as z from 'zod/mini';
import { logout as logoutCall } from '../contract/calls/session';
import type { WorkerEvent } from '../contract/events';
import type { LangCode } from '../contract/ids';
import type { CallInput, CallName, CallOutput } from '../contract/index';
import type { Answer, HomePicture, InvokeOptions, Settlement, StartOptions, WorkerApi } from './api';
import { Patience } from './cache/patience';
import type { CacheTables } from './cache/schema';
import { StoreClosed, type Store } from './cache/store';
import { openDeviceVault, type Vault } from './cache/vault';
import { cachedCalls, findCall, loadMemberCalls } from './call-book';
import { callError } from './call-errors';
import { createSha256 } from './envelope/digest';
import { createEnvelope } from './envelope/envelope';
import type { Environment } from './environment';
import { EventHub } from './event-hub';
import { Invoker } from './invoke';
import { LateMoneyCalls } from './outbox/late-money-calls';
import { keepPicture, keptPicture } from './picture';
import { SessionKeeper, type OpenSession } from './session/session-keeper';
import { Staleness } from './staleness';
import { ServerClock } from './transport/clock';
import { Connection } from './transport/connection';
import { sleep } from './transport/sleep';
import { EVERYBODY_MS } from './transport/spread';
import { Transport } from './transport/transport';
import { PageActivity } from './warm-up/page-activity';
import type { Live } from './live/live';
import type { AppLock } from './lock/app-lock';
import type { Statements } from './statement/statements';
import type { Uploads } from './upload/uploads';
import type { WarmUp } from './warm-up/warm-up';

/** Row of the device's `meta` table: what the worker learned about the server's clock. */
const CLOCK_ROW = 'clockOffsetMs';

/** What the page asked for at start, and can change. */
interface Settings {
  origin: string;
  lang: LangCode;
}

interface Layer {
  connection: Connection;
  device: Vault;
  keeper: SessionKeeper;
  invoker: Invoker;
  money: LateMoneyCalls;
  staleness: Staleness;
  activity: PageActivity;
  uploads: () => Promise<Uploads>;
  statements: () => Promise<Statements>;
  look: (isVisible: boolean) => void;
  suspend: () => void;
  lock: () => Promise<AppLock>;
}

export interface WorkerOptions {
  /** Opens the databases before the page has said `start`; nothing is sent before. */
  isEager?: boolean;
  /** Called at a start with somebody logged in, as soon as what is kept can be read. */
  onPicture?: (picture: HomePicture) => void;
}

export function createWorkerApi(
  environment: Environment,
  { isEager = false, onPicture }: WorkerOptions = {},
): WorkerApi {
  const events = new EventHub();
  const settings: Settings = { origin: '', lang: 'CN' };
  let opening: Promise<Layer> | undefined;
  let start: () => void = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const open = () => (opening ??= openLayer(environment, events, settings, started, onPicture));
  // Calls that come before `start` wait for it.
  const opened = started.then(open);

  // What fails is told to the page that starts.
  if (isEager) open().catch(() => {});

  return {
    async start({ origin, lang, mustLeave = false }: StartOptions) {
      Object.assign(settings, { origin, lang });
      // Before anything is asked for whoever is still there.
      if (mustLeave) await (await open()).keeper.logout();
      start();
      return (await opened).keeper.state;
    },
    async invoke<N extends CallName>(name: N, input: CallInput<N>, options?: InvokeOptions) {
      const { invoker, activity } = await opened;
      // The output has been parsed with the schema of the call of this name.
      return (await activity.during(() => invoker.invoke(name, input, options))) as Answer<CallOutput<N>>;
    },
    async search(name, filters, request) {
      const { keeper, activity } = await opened;
      const found = await findCall(name);
      if (!found.call) return { ok: false, error: found.error };
      const { search } = await import('./search');
      return activity.during(() => search(found.call, keeper.current, filters, request));
    },
    async upload(uploadId, file) {
      const { uploads, activity } = await opened;
      return activity.during(async () => {
        // Where its code does not come, nothing can be sent either.
        const loaded = await uploads().catch(() => null);
        return loaded ? loaded.send(uploadId, file) : { ok: false, error: callError('network') };
      });
    },
    async cancelUpload(uploadId) {
      (await (await opened).uploads()).cancel(uploadId);
    },
    async makeStatement(statementId, order) {
      const { statements, activity } = await opened;
      return activity.during(async () => (await statements()).make(statementId, order));
    },
    async cancelStatement(statementId) {
      (await (await opened).statements()).cancel(statementId);
    },
    async settle<N extends CallName>(name: N, intentId: string) {
      return (await settle(await opened, name, intentId)) as Settlement<CallOutput<N>>;
    },
    async subscribe(port) {
      events.subscribe(port);
    },
    async setLang(lang) {
      settings.lang = lang;
      await refreshTexts(await opened);
    },
    async hintNetwork(isOnline) {
      (await opened).connection.hint(isOnline);
    },
    async hintVisible(isVisible) {
      (await opened).look(isVisible);
    },
    async hintSuspended() {
      (await opened).suspend();
    },
    async logout() {
      return (await opened).keeper.logout();
    },
    ping: async () => 'pong',
    async storage() {
      const layer = await opened;
      const { reportStorage } = await import('./storage-report');
      return reportStorage(environment, storesOf(layer), layer.keeper.current?.vault.cipher.isSealed ?? false);
    },
    async clearCache() {
      const layer = await opened;
      const { clearRecords } = await import('./storage-report');
      const freed = await clearRecords(storesOf(layer), events);
      await layer.staleness.invalidate((await cachedCalls()).map(({ name }) => name));
      return freed;
    },
    async lock(request) {
      return (await (await opened).lock()).answer(request);
    },
    async saveDraft(form, draft) {
      const session = (await opened).keeper.current;
      if (!session) return;
      const drafts = await import('./drafts');
      await drafts.saveDraft(session.vault, form, draft).catch(unlessClosed);
    },
    async loadDraft(form) {
      const session = (await opened).keeper.current;
      if (!session) return null;
      const drafts = await import('./drafts');
      return drafts.loadDraft(session.vault, form).catch(unlessClosed);
    },
    async keepPicture(picture) {
      const session = (await opened).keeper.current;
      if (session) await keepPicture(session, picture).catch(unlessClosed);
    },
  };
}

/** What the session's end interrupts has nothing to say any more. */
function unlessClosed(error: unknown): null {
  if (error instanceof StoreClosed) return null;
  throw error;
}

async function openLayer(
  environment: Environment,
  events: EventHub,
  settings: Settings,
  started: Promise<void>,
  onPicture: WorkerOptions['onPicture'],
): Promise<Layer> {
  const { fetch, setTimer, now, uptime, random, profile, network, tabs } = environment;
  const emit = (event: WorkerEvent) => events.emit(event);
  // A late answer may come before there is a keeper, who looks for itself then.
  const onAnswer = () => void held.keeper?.lookAgain();
  const held: { keeper?: SessionKeeper } = {};
  const openDevice = () => openDeviceVault(environment, { emit, onAnswer });
  const device = await openDevice();
  const origin = () => settings.origin;
  const lang = () => settings.lang;
  const sha256 = createSha256(environment.subtle);

  const clock = new ServerClock(now, (offsetMs) => void keepClockOffset(device, offsetMs).catch(() => {}));
  clock.restore(await storedClockOffset(device));
  const serverNow = () => clock.now();
  const onSlow = (isSlow: boolean) => events.emit({ type: 'line', isSlow });
  const connection = new Connection({ fetch, setTimer, random, network, origin, onChange: onConnection, onSlow });
  const envelope = createEnvelope(environment);
  const transport = new Transport({
    fetch,
    setTimer,
    now,
    uptime,
    random,
    profile,
    envelope,
    clock,
    connection,
    origin,
    lang,
  });
  const keeper = new SessionKeeper({
    environment,
    device,
    openDevice,
    events,
    sayGoodbye: async (token) => {
      const result = await transport.send({ ...goodbye, token });
      return result.ok || result.error.code === 'unauthorized';
    },
    onEntering: () => void loadMemberCalls().catch(() => {}),
    onOpened: (session) => void started.then(() => goOnline(session)),
  });
  held.keeper = keeper;
  const patience = new Patience(setTimer);
  const staleness = new Staleness(events, tabs, () => storesOf({ device, keeper }), patience);
  const money: LateMoneyCalls = new LateMoneyCalls({
    transport,
    connection,
    events,
    setTimer,
    random,
    patience,
    sha256,
    serverNow,
    findCall,
    onRefusal: (session, error) => keeper.endIfUnauthorized(session, error),
    onStale: (calls) => staleness.announce(calls),
  });
  const pause = () => sleep(setTimer, 0);
  const invoker = new Invoker({
    keeper,
    device,
    transport,
    money,
    staleness,
    patience,
    serverNow,
    lang,
    pause,
    randomBytes: environment.randomBytes,
    findCall,
  });

  function onConnection(online: boolean): void {
    events.emit({ type: 'connection', online });
    if (online) void keeper.sayGoodbyes();
    if (online && keeper.current) goOnline(keeper.current, sleep(setTimer, random() * EVERYBODY_MS));
    else void followLive();
  }

  /** What a person's own money did is asked at once; the rest may wait, see [Note: In step] in spread.ts. */
  function goOnline(session: OpenSession, turn?: Promise<void>): void {
    void followLive();
    void money.settleOpen(session);
    if (turn) void turn.then(() => warmUp(session));
    else void warmUp(session);
  }

  const activity = new PageActivity();
  let warm: Promise<WarmUp> | undefined;
  async function warmUp(session: OpenSession): Promise<void> {
    warm ??= import('./warm-up/warm-up').then(
      ({ WarmUp }) =>
        new WarmUp({
          activity,
          setTimer,
          isAllowed: () => connection.isOnline && !connection.isHintedOffline && !network.isDear(),
          isFresh: (...asked) => invoker.isFresh(...asked),
          read: (...asked) => invoker.readAhead(...asked),
        }),
    );
    // Without its code, in a broken installation, screens read for themselves.
    await warm.then((ready) => ready.run(session)).catch(() => {});
  }

  const uploads = loadedOnce(async () => {
    const { Uploads: Loaded } = await import('./upload/uploads');
    return new Loaded({ keeper, transport, events, newRequest: environment.newRequest, serverNow });
  });
  const statements = loadedOnce(async () => {
    const { Statements: Loaded } = await import('./statement/statements');
    const load = async (name: CallName, input: object) => (await invoker.invoke(name, input as never)).ok;
    return new Loaded({ keeper, connection, events, setTimer, load });
  });

  const lock = loadedOnce(async () => {
    const { AppLock: Loaded } = await import('./lock/app-lock');
    return new Loaded({ environment, device, keeper, events, staleness });
  });

  const live = loadedOnce(async (): Promise<Live> => {
    const { Live: Loaded } = await import('./live/live');
    const { locks, databasePrefix } = environment;
    const told = { staleness, events, tabs };
    const sending = {
      fetch,
      setTimer,
      now,
      uptime,
      random,
      profile,
      envelope,
      origin,
      lang,
      transport,
      connection,
      clock,
    };
    return new Loaded({ ...told, ...sending, keeper, locks, databasePrefix });
  });
  let isVisible = false;
  let isLive = false;
  async function followLive(): Promise<void> {
    isLive ||= isVisible && keeper.current !== null;
    // Without its code, in a broken installation, screens read when they are opened.
    const loaded = isLive ? await live().catch(() => null) : null;
    loaded?.consider(isVisible);
  }
  function look(isLookedAt: boolean): void {
    isVisible = isLookedAt;
    void followLive();
  }

  function suspend(): void {
    isVisible = false;
    if (isLive)
      void live()
        .then((loaded) => loaded.suspend())
        .catch(() => {});
  }

  void started.then(() => keeper.sayGoodbyes());
  tabs.receive((message) => followOtherTab(message, keeper, staleness));
  await keeper.start();
  // Before any answer, so that the page knows that it is there when it has what it needs.
  if (onPicture && keeper.current) await showPicture(keeper.current, onPicture);
  return { connection, device, keeper, invoker, money, staleness, activity, uploads, statements, look, suspend, lock };
}

/** Without a picture the page's own first screen comes a little later, and that is all. */
async function showPicture(session: OpenSession, onPicture: (picture: HomePicture) => void): Promise<void> {
  const picture = await keptPicture(session).catch(() => null);
  if (picture && !session.leaving.signal.aborted) onPicture(picture);
}

/** A part that is loaded when it is first used; what could not be loaded is tried again the next time. */
function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}

const goodbye = {
  method: logoutCall.method,
  uri: logoutCall.uri,
  effect: logoutCall.effect,
  params: {},
  isGoodbye: true,
};

/** The session has changed, and who has `left`; or answers of these calls have. */
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

function storesOf({ device, keeper }: Pick<Layer, 'device' | 'keeper'>): Store<CacheTables>[] {
  const user = keeper.current?.vault.store as Store<CacheTables> | undefined;
  return user ? [device.store, user] : [device.store];
}

async function settle({ keeper, money }: Layer, name: string, intentId: string): Promise<Settlement<unknown>> {
  const found = await findCall(name);
  if (!found.call) return { state: 'unknown', error: found.error };
  const { call } = found;
  const session = keeper.current;
  if (!session) return { state: 'unknown', error: callError('session-closed') };
  try {
    return await money.settle(session, call, intentId);
  } catch (error) {
    if (error instanceof StoreClosed) return { state: 'unknown', error: callError('session-closed') };
    throw error;
  }
}

/** Answers carry texts in the language that they were asked in. Public ones are kept per language. */
async function refreshTexts({ staleness }: Layer): Promise<void> {
  const cached = await cachedCalls();
  const ofUser = cached.filter(({ access }) => access === 'user').map(({ name }) => name);
  const ofAll = cached.filter(({ access }) => access === 'public').map(({ name }) => name);
  await staleness.invalidate(ofUser);
  staleness.announce(ofAll);
}

async function storedClockOffset(device: Vault): Promise<number> {
  const row = await device.store.run(({ tables }) => tables.meta.get(CLOCK_ROW));
  return typeof row?.value === 'number' ? row.value : 0;
}

async function keepClockOffset(device: Vault, value: number): Promise<void> {
  await device.store.run(({ tables }) => tables.meta.putAll([{ key: CLOCK_ROW, value }]));
}

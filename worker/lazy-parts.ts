/** Parts of the data layer that are loaded when they are first used. */
import type { CallName } from '../contract/index';
import type { Vault } from './cache/vault';
import type { Environment } from './environment';
import type { EventHub } from './event-hub';
import type { Invoker } from './invoke';
import type { OpenSession, SessionKeeper } from './session/session-keeper';
import type { Staleness } from './staleness';
import type { Line } from './transport/line';
import type { PageActivity } from './warm-up/page-activity';

export interface LazyPartsDeps {
  environment: Environment;
  events: EventHub;
  device: Vault;
  keeper: SessionKeeper;
  invoker: Invoker;
  staleness: Staleness;
  activity: PageActivity;
  line: Line;
}

export type LazyParts = ReturnType<typeof lazyParts>;

export function lazyParts({ environment, events, device, keeper, invoker, staleness, activity, line }: LazyPartsDeps) {
  const { setTimer, network } = environment;
  const { connection, transport, clock } = line;

  const warm = loadedOnce(async () => {
    const { WarmUp } = await import('./warm-up/warm-up');
    return new WarmUp({
      activity,
      setTimer,
      isAllowed: () => connection.isOnline && !connection.isHintedOffline && !network.isDear(),
      isFresh: (...asked) => invoker.isFresh(...asked),
      kept: (...asked) => invoker.kept(...asked),
      read: (...asked) => invoker.readAhead(...asked),
      store: device.store,
      now: () => clock.now(),
    });
  });
  async function warmUp(session: OpenSession): Promise<void> {
    // Without its code, in a broken installation, screens read for themselves.
    await warm()
      .then((ready) => ready.run(session))
      .catch(() => {});
  }

  const uploads = loadedOnce(async () => {
    const { Uploads } = await import('./upload/uploads');
    const serverNow = () => clock.now();
    return new Uploads({ keeper, transport, events, newRequest: environment.newRequest, serverNow });
  });
  const formImages = loadedOnce(async () => {
    const { FormImages } = await import('./upload/form-images');
    return new FormImages(keeper, environment.storage);
  });
  const statements = loadedOnce(async () => {
    const { Statements } = await import('./statement/statements');
    const load = async (name: CallName, input: object) => (await invoker.invoke(name, input as never)).ok;
    return new Statements({ keeper, connection, events, setTimer, load });
  });
  const lock = loadedOnce(async () => {
    const { AppLock } = await import('./lock/app-lock');
    return new AppLock({ environment, device, keeper, events, staleness });
  });

  const messages = loadedOnce(async () => {
    const { MessageQueue } = await import('./messages/message-queue');
    const serverNow = () => clock.now();
    const { newRequest } = environment;
    return new MessageQueue({ keeper, invoker, connection, events, environment, transport, newRequest, serverNow });
  });

  const live = loadedOnce(async () => {
    const { LiveEvents } = await import('./live/live-events');
    const { tabs, locks, databasePrefix } = environment;
    return new LiveEvents({ ...line, staleness, events, tabs, keeper, locks, databasePrefix });
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

  return { warmUp, uploads, formImages, statements, lock, messages, followLive, look, suspend };
}

/** Loads a part when it is first used; the next use tries again to load a part that did not come. */
function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}

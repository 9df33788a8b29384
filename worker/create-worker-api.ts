/** Makes the API that the page asks. Everything with an outside comes from `environment`, so that tests run it in Node. */
import type { CallInput, CallName, CallOutput } from '../contract/index';
import type { Answer, InvokeOptions, Settlement, StartOptions, WorkerApi } from './api';
import { StoreClosedError } from './cache/store';
import { cachedCalls, findCall } from './call-book';
import { callError } from './call-errors';
import type { Environment } from './environment';
import { EventHub } from './event-hub';
import { openDataLayer, storesOf, type DataLayer, type PictureListener } from './data-layer';
import { keepPicture } from './picture';
import type { LineSettings } from './transport/line';

export interface WorkerOptions {
  /** Opens the databases before the page has said `start`; nothing is sent before. */
  isEager?: boolean;
  /** Called at a start with somebody logged in, as soon as what is kept can be read. */
  onPicture?: PictureListener;
}

export function createWorkerApi(
  environment: Environment,
  { isEager = false, onPicture }: WorkerOptions = {},
): WorkerApi {
  const events = new EventHub();
  const settings: LineSettings = { origin: '', lang: 'CN' };
  let opening: Promise<DataLayer> | undefined;
  let start: () => void = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const open = () => (opening ??= openDataLayer(environment, events, settings, started, onPicture));
  // Calls that come before `start` wait for it.
  const opened = started.then(open);

  // `start` tells the page when this fails.
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
        // When its code cannot be loaded, no image can be sent either.
        const loaded = await uploads().catch(() => null);
        return loaded ? loaded.send(uploadId, file) : { ok: false, error: callError('network') };
      });
    },
    async cancelUpload(uploadId) {
      (await (await opened).uploads()).cancel(uploadId);
    },
    async formImages(request) {
      return (await (await opened).formImages()).answer(request).catch(unlessClosed);
    },
    async makeStatement(statementId, request) {
      const { statements, activity } = await opened;
      return activity.during(async () => (await statements()).make(statementId, request));
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
    async messages(request) {
      return (await (await opened).messages()).answer(request);
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

/** Returns null for work that the session's end interrupted; throws every other error again. */
function unlessClosed(error: unknown): null {
  if (error instanceof StoreClosedError) return null;
  throw error;
}

async function settle({ keeper, money }: DataLayer, name: string, intentId: string): Promise<Settlement<unknown>> {
  const found = await findCall(name);
  if (!found.call) return { state: 'unknown', error: found.error };
  const { call } = found;
  const session = keeper.current;
  if (!session) return { state: 'unknown', error: callError('session-closed') };
  try {
    return await money.settle(session, call, intentId);
  } catch (error) {
    if (error instanceof StoreClosedError) return { state: 'unknown', error: callError('session-closed') };
    throw error;
  }
}

/** Answers carry texts in the language that they were asked in. Public ones are kept per language. */
async function refreshTexts({ staleness }: DataLayer): Promise<void> {
  const cached = await cachedCalls();
  const ofUser = cached.filter(({ access }) => access === 'user').map(({ name }) => name);
  const ofAll = cached.filter(({ access }) => access === 'public').map(({ name }) => name);
  await staleness.invalidate(ofUser);
  staleness.announce(ofAll);
}

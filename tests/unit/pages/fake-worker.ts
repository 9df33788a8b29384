/**
 * A worker that answers from a table: it stands where the real one does, behind Comlink and a real channel, so that the
 * bridge under test is the real one. Answers are filled up and checked by the contract's own schemas.
 */
import { expose } from 'comlink';
import * as z from 'zod/mini';
import type { CallError, ErrorCode, ErrorDataOf } from '../../../contract/errors';
import type { SessionState, WorkerEvent } from '../../../contract/events';
import { calls, type CallInput, type CallName, type CallOutput } from '../../../contract/index';
import type { ListPolicy } from '../../../contract/call';
import type {
  Answer,
  SearchAnswer,
  HomePicture,
  InvokeOptions,
  RecordsFileRequest,
  Settlement,
  StatementFile,
  StatementFileRequest,
  LockAnswer,
  LockRequest,
  LockState,
  MessageRequest,
  QueuedMessage,
  SearchRequest,
  StorageReport,
  WorkerApi,
  FormImageAnswer,
  FormImageRequest,
} from '../../../worker/api';
import { matches } from '../../../worker/cache/list-search';
import type { WorkerEndpoint } from '../../../src/bridge/link';
import { plainest, type Part } from '../support/plainest';

export type Handler<N extends CallName> = (
  input: CallInput<N>,
  options: InvokeOptions,
) => Part<CallOutput<N>> | CallError | Promise<Part<CallOutput<N>> | CallError>;
export type Handlers = { [N in CallName]?: Handler<N> };

export interface AskedCall {
  name: CallName;
  input: unknown;
  options: InvokeOptions;
}

export function refusal<C extends ErrorCode>(code: C, data?: ErrorDataOf<C>): CallError {
  return { code, retryable: false, ...(data ? { data } : {}) } as CallError;
}

function isRefusal(answer: unknown): answer is CallError {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'retryable' in answer;
}

export const LOCK_OFF: LockState = {
  isOn: false,
  isLocked: false,
  isProved: false,
  isPossible: true,
  afterMs: 300_000,
  hasPin: false,
  triesLeft: 10,
  passkey: null,
};

export class FakeWorker {
  readonly asked: AskedCall[] = [];
  stored: StorageReport = {
    mode: 'persistent',
    rows: [],
    appFiles: null,
    usageBytes: null,
    quotaBytes: null,
    isPersisted: null,
  };
  readonly searches: { name: CallName; filters: object; request: SearchRequest }[] = [];
  readonly drafts = new Map<string, Record<string, string>>();
  /** Home as the page wants it shown at the next start. */
  readonly pictures: HomePicture[] = [];
  /** Files that were sent through the upload door. */
  readonly uploaded: Blob[] = [];
  upload: (
    file: Blob,
    uploadId: string,
  ) => CallOutput<'uploadImage'> | CallError | Promise<CallOutput<'uploadImage'> | CallError> = () =>
    refusal('offline');
  /** Images of forms: bytes, or the id of the upload. */
  readonly formImageRows = new Map<string, { image: Blob | null; uploadId: string | null }>();
  /** False: the device has no room. */
  hasRoom = true;
  /** Files that were asked for. */
  readonly statements: { statementId: string; request: StatementFileRequest | RecordsFileRequest }[] = [];
  statement: (request: StatementFileRequest | RecordsFileRequest) => StatementFile | Promise<StatementFile> = () => ({
    state: 'failed',
    error: refusal('offline'),
  });
  /** Messages to customer service that wait. */
  queue: QueuedMessage[] = [];
  readonly messageRequests: MessageRequest[] = [];
  readonly lockRequests: LockRequest[] = [];
  lock: (request: LockRequest) => LockAnswer | Promise<LockAnswer> = () => ({ result: 'refused', lock: LOCK_OFF });
  settlement: Settlement<never> | (() => Settlement<never>) = { state: 'absent' };
  /** Answers the start, which opens the kept data. */
  start: () => Promise<SessionState> = async () => this.session;
  asOf = Date.now();
  isStale = false;
  #port: MessagePort | null = null;

  constructor(
    public handlers: Handlers,
    readonly session: SessionState = { state: 'open', userId: '1', accountId: '10' },
  ) {}

  /** For `installBridge({ spawn })`. */
  spawn = (): WorkerEndpoint => {
    const { port1, port2 } = new MessageChannel();
    expose(this.#api(), port2);
    port1.start();
    return Object.assign(port1, { terminate: () => port1.close() }) as unknown as WorkerEndpoint;
  };

  get isSubscribed(): boolean {
    return this.#port !== null;
  }

  emit(event: WorkerEvent): void {
    this.#port?.postMessage(event);
  }

  /** The inputs that one call was made with. */
  inputsOf<N extends CallName>(name: N): CallInput<N>[] {
    return this.asked.filter((asked) => asked.name === name).map((asked) => asked.input as CallInput<N>);
  }

  async #answer(name: CallName, input: unknown, options: InvokeOptions): Promise<Answer<unknown>> {
    if (options.source === 'cache') return { ok: false, error: refusal('offline') };
    this.asked.push({ name, input, options });
    const handler = this.handlers[name] as Handler<CallName> | undefined;
    if (!handler) return { ok: false, error: refusal('offline') };
    const answer = await handler(input as never, options);
    if (isRefusal(answer)) return { ok: false, error: answer };
    const { output } = calls[name];
    const data: unknown = z.parse(output, plainest(output, answer as object));
    return { ok: true, data, asOf: this.asOf, source: 'network', isStale: this.isStale };
  }

  /** Looks through the newest page that the table answers, as if that were all the device kept. */
  async #search(name: CallName, filters: object, request: SearchRequest): Promise<SearchAnswer<unknown>> {
    const { query, after } = request;
    this.searches.push({ name, filters, request });
    const answer = await this.#answer(name, filters, {});
    const policy = calls[name].cache as ListPolicy;
    if (!answer.ok) return answer;
    const items = (answer.data as { items: Record<string, unknown>[] }).items.filter(
      (item) => matches(item, query, policy) && (query.tag === undefined || item[String(policy.tag)] === query.tag),
    );
    const extent = { asOf: this.asOf, isStale: false, newestAt: Infinity, oldestAt: 0, olderCursor: null };
    return {
      ok: true,
      page: {
        items: after ? [] : items,
        position: { sort: 0, order: '' },
        isEnd: true,
        looked: 1,
        total: 1,
        ...extent,
      },
    };
  }

  #formImages(request: FormImageRequest): FormImageAnswer | null {
    const { form } = request;
    const rows = this.formImageRows;
    const at = (key: string) => `${form} ${key}`;
    if (request.do === 'keep') {
      const { key, file: image } = request;
      if (this.hasRoom) rows.set(at(key), { image, uploadId: null });
      return { key, image, uploadId: null, isKept: this.hasRoom };
    }
    if (request.do === 'next') {
      const [name, row] = [...rows].sort().find(([one]) => one > at(request.after)) ?? [];
      return name && row ? { key: name.slice(form.length + 1), ...row, isKept: true } : null;
    }
    if (request.do === 'sent') rows.set(at(request.key), { image: null, uploadId: request.uploadId });
    if (request.do === 'drop') rows.delete(at(request.key));
    if (request.do === 'clear') rows.clear();
    return null;
  }

  #api(): WorkerApi {
    const invoke = ((name: CallName, input: unknown, options: InvokeOptions = {}) =>
      this.#answer(name, input, options)) as WorkerApi['invoke'];
    const settle = (async () =>
      typeof this.settlement === 'function' ? this.settlement() : this.settlement) as WorkerApi['settle'];
    return {
      start: () => this.start(),
      invoke,
      search: (name, filters, request) => this.#search(name, filters, request),
      settle,
      upload: async (uploadId, file) => {
        this.uploaded.push(file);
        const answer = await this.upload(file, uploadId);
        if (isRefusal(answer)) return { ok: false, error: answer };
        return { ok: true, data: answer, asOf: this.asOf, source: 'network', isStale: false };
      },
      cancelUpload: async () => {},
      formImages: async (request) => this.#formImages(request),
      makeStatement: async (statementId, request) => {
        this.statements.push({ statementId, request });
        return this.statement(request);
      },
      cancelStatement: async () => {},
      subscribe: async (port) => void (this.#port = port),
      setLang: async () => {},
      hintNetwork: async () => {},
      logout: async () => true,
      keepPicture: async (picture) => void this.pictures.push(picture),
      ping: async () => 'pong',
      hintVisible: async () => {},
      hintSuspended: async () => {},
      storage: async () => this.stored,
      clearCache: async () => {
        const { rows } = this.stored;
        this.stored = { ...this.stored, rows: [] };
        return {
          records: rows.reduce((sum, { count }) => sum + count, 0),
          bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
        };
      },
      saveDraft: async (form, draft) => {
        if (draft) this.drafts.set(form, draft);
        else this.drafts.delete(form);
      },
      loadDraft: async (form) => this.drafts.get(form) ?? null,
      messages: async (request) => {
        this.messageRequests.push(request);
        if (request.do === 'add') {
          const { image, ...message } = request.message;
          const state = { state: 'waiting', error: null, progress: null } as const;
          this.queue = [...this.queue, { ...message, ...state, hasImage: image !== null }];
        }
        if (request.do === 'remove') this.queue = this.queue.filter(({ clientId }) => clientId !== request.clientId);
        return { queue: this.queue, image: null, error: null };
      },
      lock: async (request) => {
        this.lockRequests.push(request);
        return this.lock(request);
      },
    };
  }
}

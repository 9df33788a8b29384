/** What the page can ask of the worker. Narrow on purpose: one `invoke` for every call of the contract. */
import type { CallInput, CallName, CallOutput } from '../contract/index';
import type { CallError } from '../contract/errors';
import type { SessionState, StorageMode, WorkerEvent } from '../contract/events';
import type { LangCode } from '../contract/ids';
import type { AssetCode } from '../contract/money';
import type { Bytes } from './envelope/base64';

/**
 * `asOf`: the server's time when the answer was made, UTC ms. `isStale`: older than the call's cache policy allows. `sequence`: the
 * higher of two answers to the same question is the later one, which `asOf` does not tell: clocks are set. 0 for one that was
 * overtaken; absent where nothing is kept.
 */
export type Answer<T> =
  | {
      ok: true;
      data: T;
      asOf: number;
      source: 'cache' | 'network';
      isStale: boolean;
      sequence?: number | undefined;
    }
  | { ok: false; error: CallError };

export interface InvokeOptions {
  /**
   * `network` (default): ask the gateway and store the answer. `cache`: only what is stored, `ok: false` with code
   * `offline` when there is nothing. Writes and money calls always go to the network.
   */
  source?: 'network' | 'cache';
  /** Money calls: the intent that the person confirmed, a UUID. The same intent is never carried out twice. */
  intentId?: string;
  /** Money calls: the account whose figures the person confirmed. Another one is refused with `wrong-account`. */
  accountId?: string;
}

/**
 * What is known of an intent after asking the gateway. `absent`: nothing was done, and a late request with it is
 * refused; whoever wants the same once more makes a new intent. `unknown`: nobody could be asked.
 */
export type Settlement<T> = { state: 'done'; answer: T } | { state: 'absent' } | { state: 'unknown'; error: CallError };

/** What is looked for in a kept list. Everything that is given has to hold. */
export interface ListQuery {
  /** Rows of this kind (the `tag` of the call's cache policy). */
  tag?: string;
  /** Made at this moment or after it, UTC ms. */
  from?: number;
  /** Made before it, UTC ms. */
  until?: number;
  /** Fields that have these values. */
  fields?: Record<string, string>;
  /** Found in one of the fields that the call lets search … */
  text?: string;
  /** … or the row's kind is one of these: the page knows what kinds are called in its language. */
  textTags?: readonly string[];
}

/** A row of a kept list. */
export interface SearchPosition {
  sort: number;
  order: string;
}

/** One bounded step of a search. */
export interface FoundPage<T> {
  items: T[];
  /** Where the next step begins. */
  position: SearchPosition | null;
  /** Nothing that is kept lies beyond; what the gateway has may. */
  isEnd: boolean;
  /** Rows this step looked at, and how many lie before the whole search (told by its first step). */
  looked: number;
  total: number | null;
  asOf: number;
  isStale: boolean;
  newestAt: number | null;
  /** The oldest row that is kept, UTC ms. */
  oldestAt: number | null;
  /** The gateway's cursor for what is older and could match; null when there is nothing. */
  olderCursor: string | null;
}

export type FoundAnswer<T> = { ok: true; page: FoundPage<T> } | { ok: false; error: CallError };

export interface StepRequest {
  query: ListQuery;
  after: SearchPosition | null;
  /** Matches wanted, at most 100. */
  limit: number;
}

export type StatementFormat = 'csv' | 'pdf';

/** A statement that a person wants as a file. */
export interface StatementOrder {
  account: 'cash' | 'custody';
  /** One asset, null for all. */
  asset: AssetCode | null;
  /** Made at this moment or after it, and before `until`, UTC ms. */
  from: number;
  until: number;
  format: StatementFormat;
  texts: StatementTexts;
}

/** Records of one list, between two moments, as a file: any list call, and the columns that the page wants of it. */
export interface RecordsOrder {
  call: CallName;
  /** What the list is narrowed to: by the gateway, and among what it gives. */
  filters: Readonly<Record<string, string | undefined>>;
  fields: Readonly<Record<string, string>>;
  from: number;
  until: number;
  format: StatementFormat;
  columns: readonly RecordColumn[];
  /** Which records the totals are of; null for all. */
  counts: { field: string; values: readonly string[] } | null;
  texts: RecordTexts;
}

export interface RecordColumn {
  title: string;
  /** Where the value is in a record, `target.address`; with several of them the first that is there. */
  fields: readonly string[];
  as: 'time' | 'text' | 'figure';
  /** What values are called. */
  names?: Readonly<Record<string, string>>;
  /** Of a figure: what it is of, or the field that says it. */
  unit?: string;
  unitField?: string;
  /** It is added up, by unit. */
  isSummed?: boolean;
  /** How much of the paper's width it has, compared with the others. */
  share: number;
}

/** The words of a statement's file in the language of the page. `{…}` is filled in by the worker. */
export interface StatementTexts {
  /** BCP 47 tag, for the grouping of digits and for the choice between glyphs. */
  lang: string;
  /** CSS font families that the page is set in. */
  fonts: string;
  title: string;
  /** Whose it is, masked. */
  owner: string;
  columns: Record<'time' | 'asset' | 'kind' | 'amount' | 'balance' | 'reference' | 'journal', string>;
  kinds: Record<string, string>;
  opening: string;
  moneyIn: string;
  moneyOut: string;
  closing: string;
  /** Of `{from}`, `{to}` and `{zone}`. */
  period: string;
  /** Of `{time}`. */
  asOf: string;
  /** Of `{time}`: what is older is not on the device. */
  incomplete: string;
  noRecords: string;
  /** Of `{page}` and `{pages}`. */
  page: string;
}

export type RecordTexts = Pick<
  StatementTexts,
  'lang' | 'fonts' | 'title' | 'owner' | 'period' | 'asOf' | 'incomplete' | 'noRecords' | 'page'
> & { total: string };

/**
 * What became of it. `coveredFrom`: the device has only what was made at this moment or after it; null where it has the
 * whole period. `cannot-draw`: this browser has no canvas in workers.
 * What is called off ends with code `session-closed`.
 */
export type StatementFile =
  | { state: 'done'; file: Blob; rows: number; asOf: number; coveredFrom: number | null }
  | { state: 'cannot-draw' }
  | { state: 'failed'; error: CallError };

/** An element of a picture: its tag, its attributes, and what is in it; text is a string. */
export type PictureNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, children: readonly PictureNode[]];

/**
 * Home as it was last seen, without what one could do there: shown at the next start until the page itself has come up
 * (src/picture). It holds only where everything that it depends on is the same.
 */
export interface HomePicture {
  /** Of which build its class names are. */
  build: string;
  lang: string;
  /** Of the window, CSS px. */
  width: number;
  /** Balances were hidden by the eye. */
  isHidden: boolean;
  /** When its figures were current, UTC ms, and how long they need no age. */
  asOf: number;
  maxAgeMs: number;
  /** Its age in words, on the same day and later: put at the end of the element with `data-age-place`. */
  age: { today: PictureNode; later: PictureNode };
  nodes: readonly PictureNode[];
}

export interface StartOptions {
  /** Origin of the gateway, e.g. `https://app.example`. */
  origin: string;
  lang: LangCode;
  /** The person has logged out, and nobody confirmed that it was done: whoever is logged in here is logged out first. */
  mustLeave?: boolean;
}

/** Cached records of one call. `bytes` is an estimate. */
export interface StoredKind {
  kind: string;
  count: number;
  bytes: number;
}

/** What clearing the cache removed. */
export interface Freed {
  records: number;
  bytes: number;
}

export interface StorageReport {
  mode: StorageMode;
  rows: StoredKind[];
  /** The app's own files, which clearing the cache leaves; null where nothing keeps them. */
  appFiles: { count: number; bytes: number } | null;
  /** Bytes as the browser estimates them, null where it does not tell. */
  usageBytes: number | null;
  quotaBytes: number | null;
  isPersisted: boolean | null;
  /** What is cached of the user's is encrypted at rest; false where the browser cannot keep a key (or nobody is in). */
  isSealed?: boolean;
}

/** What the worker posts by itself, beside Comlink's answers: once, at a start with somebody logged in. */
export interface PictureMessage {
  picture: HomePicture;
}

/** How long the app may be out of sight or untouched before it locks, ms; 0: as soon as it is out of sight. */
export type LockDelay = 0 | 60_000 | 300_000 | 900_000 | 3_600_000;

/** `secret`: what the passkey's PRF makes of `salt` (WebAuthn), 32 bytes. */
export type LockProof = { pin: string } | { secret: Bytes };
export type NewLockProof = { pin: string } | { credentialId: Bytes; salt: Bytes; secret: Bytes };

/**
 * `open` unlocks; `prove` admits changes of the lock, for five minutes; `forget` removes everything of the person's from this
 * device, as a log-out does. `seen` and `touched` tell what the person does.
 */
export type LockRequest =
  | { do: 'look' }
  | { do: 'close' }
  | { do: 'forget' }
  | { do: 'turn-off' }
  | { do: 'leave' }
  | { do: 'touched' }
  | { do: 'open' | 'prove'; proof: LockProof }
  | { do: 'turn-on'; by: NewLockProof; afterMs: LockDelay }
  | { do: 'add'; by: NewLockProof }
  | { do: 'remove'; kind: 'pin' | 'passkey' }
  | { do: 'set-delay'; afterMs: LockDelay }
  | { do: 'seen'; isVisible: boolean };

export interface LockState {
  isOn: boolean;
  isLocked: boolean;
  /** Changes of the lock are admitted. */
  isProved: boolean;
  /** This browser can keep what is locked, and somebody is logged in. */
  isPossible: boolean;
  afterMs: LockDelay;
  hasPin: boolean;
  /** Of the PIN, until everything is removed. */
  triesLeft: number;
  passkey: { credentialId: Bytes; salt: Bytes } | null;
}

/**
 * `wrong`: not the PIN or passkey; `wiped`: it was the last try, and nothing is left on this device; `refused`: not admitted now.
 */
export interface LockAnswer {
  result: 'done' | 'wrong' | 'wiped' | 'refused';
  lock: LockState;
}

export interface WorkerApi {
  /** Opens the database and answers whether somebody is logged in. Called once, first. */
  start(options: StartOptions): Promise<SessionState>;
  invoke<N extends CallName>(name: N, input: CallInput<N>, options?: InvokeOptions): Promise<Answer<CallOutput<N>>>;
  /**
   * Looks through what is kept of a list, newest first; `filters` name the list, as for `invoke`. Code `offline` when
   * nothing of it is kept.
   */
  search(name: CallName, filters: object, request: StepRequest): Promise<FoundAnswer<unknown>>;
  /**
   * Sends an image through the upload door, once; `upload` events tell how far it is. Codes besides the gateway's:
   * `file-empty`, `image-refused` (no JPEG, PNG, WebP or HEIC), `heic-unreadable` (where the browser does not know it),
   * `too-large`.
   */
  upload(uploadId: string, file: Blob): Promise<Answer<CallOutput<'upImg'>>>;
  /** Nobody wants it any more; it ends with code `session-closed`, which nobody is told. */
  cancelUpload(uploadId: string): Promise<void>;
  /**
   * Makes a statement's file from what the device keeps, after loading what it lacks of the period where there is a
   * connection; `statement` events tell how far it is.
   */
  makeStatement(statementId: string, order: StatementOrder | RecordsOrder): Promise<StatementFile>;
  /** Nobody wants it any more. */
  cancelStatement(statementId: string): Promise<void>;
  /** Asks the gateway what became of an intent. */
  settle<N extends CallName>(name: N, intentId: string): Promise<Settlement<CallOutput<N>>>;
  /** Sends every event to the port until it is closed. One port per page. */
  subscribe(port: MessagePort): Promise<void>;
  setLang(lang: LangCode): Promise<void>;
  /** What the browser tells the page about the network; not every engine tells a worker. A hint, like its own. */
  hintNetwork(isOnline: boolean): Promise<void>;
  /** Whether the page is in front of somebody. Only then are live changes listened to, and a while after. */
  hintVisible(isVisible: boolean): Promise<void>;
  /** The system suspends the page, and its worker with it: another tab listens to live changes. */
  hintSuspended(): Promise<void>;
  /**
   * Wipes everything of the user from this device. Works offline and never fails; the gateway hears of it when it can.
   * @returns whether nothing is left; otherwise the next start goes on with it
   */
  logout(): Promise<boolean>;
  /** Answers at once; the bridge uses it to see that the worker lives. */
  ping(): Promise<'pong'>;
  storage(): Promise<StorageReport>;
  /** App lock (docs/rules.md §14). @throws where its part of the worker cannot be loaded */
  lock(request: LockRequest): Promise<LockAnswer>;
  /** Deletes cached records; the session stays. */
  clearCache(): Promise<Freed>;
  /** Drafts of forms (never passwords or codes), kept per user until log-out. */
  saveDraft(form: string, draft: Record<string, string> | null): Promise<void>;
  loadDraft(form: string): Promise<Record<string, string> | null>;
  /** Keeps how Home looks, in place of the picture before, for the next start. */
  keepPicture(picture: HomePicture): Promise<void>;
}

export type { WorkerEvent };

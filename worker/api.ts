/** The worker's interface for the page. Narrow on purpose: one `invoke` for every call of the contract. */
import type { CallInput, CallName, CallOutput } from '../contract/index';
import type { CallError } from '../contract/errors';
import type { QueuedMessage, SessionState, StorageMode, WorkerEvent } from '../contract/events';
import type { LangCode } from '../contract/ids';
import type { AssetCode } from '../contract/money';
import type { Bytes } from './envelope/base64';

/**
 * `asOf`: the server's time when the answer was made, UTC ms. `isStale`: older than the call's cache policy allows. `sequence`:
 * of two answers to the same question the higher is the later, which `asOf` does not tell, since clocks are set; 0 for an answer
 * that a later one has overtaken, absent where nothing is kept.
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
  /**
   * Money calls: the account whose figures the person confirmed. Another one is refused with `wrong-account`. Reads: the
   * account that the page shows; on another one they are refused with `session-closed`, and the page asks anew once it follows.
   */
  accountId?: string;
}

/**
 * Tells what the gateway knows of an intent. `absent`: nothing was done, and the gateway refuses a late request with this
 * intent; whoever wants the same once more makes a new intent. `unknown`: the gateway could not be asked.
 */
export type Settlement<T> = { state: 'done'; answer: T } | { state: 'absent' } | { state: 'unknown'; error: CallError };

/** Conditions of a search in a kept list. A row has to meet all that are given. */
export interface ListQuery {
  /** Rows of this kind (the `tag` of the call's cache policy). */
  tag?: string;
  /** The row was made at this moment or after it, UTC ms. */
  from?: number;
  /** The row was made before this moment, UTC ms. */
  until?: number;
  /** The row's fields have these values. */
  fields?: Record<string, string>;
  /** A field that the call lets search contains this text … */
  text?: string;
  /** … or the row's kind is one of these: the page knows the names of kinds in its language. */
  textTags?: readonly string[];
}

/** A row of a kept list. */
export interface SearchPosition {
  sort: number;
  order: string;
}

/** One bounded step of a search. */
export interface SearchPage<T> {
  items: T[];
  /** The next step begins here; null when this step looked at no row. */
  position: SearchPosition | null;
  /** True: the device keeps nothing older that could match; the gateway may have more. */
  isEnd: boolean;
  /** Rows this step looked at, and how many lie before the whole search (told by its first step). */
  looked: number;
  total: number | null;
  asOf: number;
  isStale: boolean;
  newestAt: number | null;
  /** The oldest row that is kept, UTC ms. */
  oldestAt: number | null;
  /** The gateway's cursor for older rows that could match; null when there are none. */
  olderCursor: string | null;
}

export type SearchAnswer<T> = { ok: true; page: SearchPage<T> } | { ok: false; error: CallError };

export interface SearchRequest {
  query: ListQuery;
  after: SearchPosition | null;
  /** Matches wanted, at most 100. */
  limit: number;
  /** The account that the page shows; on another one the search is refused with `session-closed`. */
  accountId?: string | undefined;
}

export type StatementFormat = 'csv' | 'pdf';

/** A statement that a person wants as a file. */
export interface StatementFileRequest {
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
export interface RecordsFileRequest {
  call: CallName;
  /** The gateway narrows the list by `filters`; the worker narrows the rows it gives by `fields`. */
  filters: Readonly<Record<string, string | undefined>>;
  fields: Readonly<Record<string, string>>;
  from: number;
  until: number;
  format: StatementFormat;
  columns: readonly RecordColumn[];
  /** The totals count only records whose `field` has one of `values`; null: they count all records. */
  counts: { field: string; values: readonly string[] } | null;
  texts: RecordTexts;
}

export interface RecordColumn {
  title: string;
  /** Paths of the value in a record, e.g. `target.address`; the first path that has a value counts. */
  fields: readonly string[];
  as: 'time' | 'text' | 'figure';
  /** Names to show in place of values. */
  names?: Readonly<Record<string, string>>;
  /** The unit of a figure, or the field of the record that names the unit. */
  unit?: string;
  unitField?: string;
  /** True: the totals add the column up, by unit. */
  isSummed?: boolean;
  /** The column's share of the paper's width, compared with the other columns. */
  share: number;
}

/** The words of a statement's file in the language of the page. `{…}` is filled in by the worker. */
export interface StatementTexts {
  /** BCP 47 tag, for the grouping of digits and for the choice between glyphs. */
  lang: string;
  /** CSS font families that the page is set in. */
  fonts: string;
  title: string;
  /** The owner's name, masked. */
  owner: string;
  columns: Record<'time' | 'asset' | 'kind' | 'amount' | 'balance' | 'reference' | 'journal', string>;
  kinds: Record<string, string>;
  opening: string;
  moneyIn: string;
  moneyOut: string;
  closing: string;
  /** Has `{from}`, `{to}` and `{zone}`. */
  period: string;
  /** Has `{time}`. */
  asOf: string;
  /** Has `{time}`; says that the device has no older rows. */
  incomplete: string;
  noRecords: string;
  /** Has `{page}` and `{pages}`. */
  page: string;
}

export type RecordTexts = Pick<
  StatementTexts,
  'lang' | 'fonts' | 'title' | 'owner' | 'period' | 'asOf' | 'incomplete' | 'noRecords' | 'page'
> & { total: string };

/**
 * Result of making a statement's file. `coveredFrom`: the device has only what was made at this moment or after it; null where
 * it has the whole period. `cannot-draw`: this browser has no canvas in workers.
 * A statement that is called off ends with code `session-closed`.
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
 * (src/start/picture). It holds only where everything that it depends on is the same.
 */
export interface HomePicture {
  /** Its class names are those of this build. */
  build: string;
  lang: string;
  /** Width of the window, CSS px. */
  width: number;
  /** True where the person had hidden the balances by the eye. */
  isHidden: boolean;
  /** The figures were current at `asOf`, UTC ms; for `maxAgeMs` after it they are shown without their age. */
  asOf: number;
  maxAgeMs: number;
  /** Its age in words, on the same day and later: put at the end of the element that says so (src/start/manifest.ts). */
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
export interface StorageEntry {
  kind: string;
  count: number;
  bytes: number;
}

export interface FreedSpace {
  records: number;
  bytes: number;
}

export interface StorageReport {
  mode: StorageMode;
  rows: StorageEntry[];
  /** The app's own files, which clearing the cache leaves; null where nothing keeps them. */
  appFiles: { count: number; bytes: number } | null;
  /** Bytes as the browser estimates them, null where it does not tell. */
  usageBytes: number | null;
  quotaBytes: number | null;
  isPersisted: boolean | null;
  /** True while the user's cache is encrypted at rest; false where the browser cannot keep a key, or nobody is logged in. */
  isSealed?: boolean;
}

/** The worker posts this by itself, beside Comlink's answers: once, at a start with somebody logged in. */
export interface PictureMessage {
  picture: HomePicture;
}

/** The app locks after it was out of sight or untouched for so long, ms; 0: as soon as it is out of sight. */
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
  /** True while the lock may be changed, after a proof. */
  isProved: boolean;
  /** True where this browser can keep a lock, and somebody is logged in. */
  isPossible: boolean;
  afterMs: LockDelay;
  hasPin: boolean;
  /** Tries of the PIN that are left until everything is removed. */
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

export type NewQueuedMessage = Pick<QueuedMessage, 'clientId' | 'topic' | 'text' | 'order' | 'at'> & {
  image: Blob | null;
};

/** `image` gets the picture of a message that waits. Every request sends what waits, if that is possible. */
export type MessageRequest =
  | { do: 'look' }
  | { do: 'add'; message: NewQueuedMessage }
  | { do: 'retry' | 'remove' | 'image'; clientId: string };

/** `error`: what was asked for was not done. */
export interface MessagesAnswer {
  queue: QueuedMessage[];
  image: Blob | null;
  error: CallError | null;
}

/**
 * Images of a form that survive a reload, until the form is sent. `keep` prepares a chosen file for sending and keeps the bytes that
 * will be sent; `sent` keeps the upload's id in their place; `next` reads the image after the one of key `after` (first: the
 * empty text). `key` says where the image stands among the others: texts in ascending order.
 */
export type FormImageRequest =
  | { do: 'keep'; form: string; key: string; file: Blob }
  | { do: 'sent'; form: string; key: string; uploadId: string }
  | { do: 'next'; form: string; after: string }
  | { do: 'drop'; form: string; key: string }
  | { do: 'clear'; form: string };

export interface FormImageAnswer {
  key: string;
  /** Null where the image is up, or was refused. */
  image: Blob | null;
  uploadId: string | null;
  /** False where this device has no room: the image can be sent, but does not survive a reload. */
  isKept: boolean;
  /** The refusal of a chosen file: one of the codes of `upload`. */
  error?: CallError;
}

export interface WorkerApi {
  /** Opens the database and answers whether somebody is logged in. Called once, first. */
  start(options: StartOptions): Promise<SessionState>;
  invoke<N extends CallName>(name: N, input: CallInput<N>, options?: InvokeOptions): Promise<Answer<CallOutput<N>>>;
  /**
   * Looks through what is kept of a list, newest first; `filters` name the list, as for `invoke`. Code `offline` when
   * nothing of it is kept.
   */
  search(name: CallName, filters: object, request: SearchRequest): Promise<SearchAnswer<unknown>>;
  /**
   * Sends an image through the upload door, once; `upload` events tell how far it is. Codes besides the gateway's:
   * `file-empty`, `image-refused` (no JPEG, PNG, WebP or HEIC), `heic-unreadable` (where the browser does not know it),
   * `too-large`.
   */
  upload(uploadId: string, file: Blob): Promise<Answer<CallOutput<'uploadImage'>>>;
  /** Calls off an upload that nobody wants any more: it ends with code `session-closed`, which nobody is told. */
  cancelUpload(uploadId: string): Promise<void>;
  /** Null where there is nothing to tell, as after the last image, or where nobody is logged in. @throws where its part cannot be loaded */
  formImages(request: FormImageRequest): Promise<FormImageAnswer | null>;
  /**
   * Makes a statement's file from what the device keeps, after loading what it lacks of the period where there is a
   * connection; `statement` events tell how far it is.
   */
  makeStatement(statementId: string, request: StatementFileRequest | RecordsFileRequest): Promise<StatementFile>;
  /** Calls off a statement that nobody wants any more. */
  cancelStatement(statementId: string): Promise<void>;
  /** Asks the gateway what became of an intent. */
  settle<N extends CallName>(name: N, intentId: string): Promise<Settlement<CallOutput<N>>>;
  /** Sends every event to the port until it is closed. One port per page. */
  subscribe(port: MessagePort): Promise<void>;
  setLang(lang: LangCode): Promise<void>;
  /** The page passes on what its browser tells it about the network, since not every engine tells a worker. Only a hint. */
  hintNetwork(isOnline: boolean): Promise<void>;
  /** The page tells whether somebody looks at it. The worker listens to live changes only then, and a while after. */
  hintVisible(isVisible: boolean): Promise<void>;
  /** The page tells that the system suspends it and its worker, so that another tab listens to live changes. */
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
  clearCache(): Promise<FreedSpace>;
  /** Drafts of forms (never passwords or codes), kept per user until log-out. */
  saveDraft(form: string, draft: Record<string, string> | null): Promise<void>;
  loadDraft(form: string): Promise<Record<string, string> | null>;
  /** Messages to customer service, kept until the gateway has them. @throws where its part of the worker cannot be loaded */
  messages(request: MessageRequest): Promise<MessagesAnswer>;
  /** Keeps how Home looks, in place of the picture before, for the next start. */
  keepPicture(picture: HomePicture): Promise<void>;
}

export type { QueuedMessage, WorkerEvent };

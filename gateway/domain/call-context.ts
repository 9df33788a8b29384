/** The context that every handler gets, and the errors with which domain modules refuse. HTTP and envelopes are a layer above. */
import type { AnswerOf, ParsedInputOf } from '../../contract/call';
import type { ErrorDataOf, GatewayErrorCode } from '../../contract/errors';
import type { LangCode } from '../../contract/ids';
import type { CallName, Calls } from '../../contract/index';
import type { Chain } from '../adapters/chain/chain';
import type { Clock } from '../adapters/clock';
import type { FileStore } from '../adapters/file-store';
import type { IdSource } from '../adapters/ids';
import type { Logger } from '../adapters/log';
import type { MapTiles } from '../adapters/map-tiles';
import type { Mailer } from '../adapters/mail';
import type { PayoutMarkStore } from '../adapters/payout-mark';
import type { PasswordHasher } from '../adapters/password-hasher';
import type { QuoteSource } from '../adapters/quotes/source';
import type { PushSender } from '../adapters/push';
import type { SmsSender } from '../adapters/sms';
import type { Database } from '../db/client';
import type { PasswordKeys } from './identity/passwords/password-keys';

/** Everything through which a handler reaches beyond its own code; tests give their own. */
export interface Deps {
  db: Database;
  clock: Clock;
  ids: IdSource;
  mailer: Mailer;
  sms: SmsSender;
  /** Absent or null: no source of map tiles is configured. */
  mapTiles?: MapTiles | null;
  push: PushSender;
  passwords: PasswordHasher;
  /** Without these keys nobody can test guesses against the stored passwords. */
  passwordKeys: PasswordKeys;
  files: FileStore;
  /** Keeps this gateway's own mark of payouts beside the database, so that it notices a database that was put back. */
  payoutMark: PayoutMarkStore;
  /** The networks that deposits come over; none when deposits are not open. */
  chains: readonly Chain[];
  /** The source of market quotes; null: none are shown. */
  quotes: QuoteSource | null;
  log: Logger;
  /** The URL at which people reach this gateway, without a slash at its end; null when none is set: then mail has no links. */
  publicUrl: string | null;
  /** Key for keyed hashes (verification codes, addresses in rate limits); kept beside the database, never in it. */
  secret: Uint8Array;
  /** True on a database that holds demo data, however this process was started: screens label it. */
  isDemo: boolean;
  /** True when this process was started with demo data on: new users get the labelled credit. */
  givesDemoCredit: boolean;
}

export interface Session {
  sessionId: string;
  userId: string;
  /** The trading account (main or sub) that is switched to. */
  accountId: string;
}

export interface CallContext {
  deps: Deps;
  /** The call that is carried out. */
  call: CallName;
  /** The moment at which the request came in, UTC ms. */
  now: number;
  lang: LangCode;
  /** The caller's network address. */
  address: string;
  userAgent: string;
  requestId: string;
  /** From the envelope's inner headers; present on every call that moves money. */
  idempotencyKey: string | null;
}

export interface UserContext extends CallContext {
  session: Session;
}

type ContextFor<C> = C extends { access: 'user' } ? UserContext : CallContext;

/** Answers one call. The contract's schema has parsed `input`, and parses the answer again. */
export type Handler<N extends CallName> = (
  context: ContextFor<Calls[N]>,
  input: ParsedInputOf<Calls[N]>,
) => Promise<AnswerOf<Calls[N]>>;

export type Handlers<N extends CallName> = { readonly [K in N]: Handler<K> };

/** A refusal that the caller may be told about. Anything else that is thrown is answered as `internal`. */
export class Refusal<C extends GatewayErrorCode = GatewayErrorCode> extends Error {
  constructor(
    readonly code: C,
    readonly details: { data?: ErrorDataOf<C>; fields?: Record<string, string> } = {},
  ) {
    super(code);
    this.name = 'Refusal';
  }
}

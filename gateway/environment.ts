/** Parses the variables that the operator sets, once. docs/operating.md explains each name. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { SIMULATED } from '../contract/calls/quotes';
import { LOG_LEVELS, type LogLevel } from './adapters/log';
import type { TileSource } from './adapters/map-tiles';
import { quoteSettings, type QuoteSettings } from './adapters/quotes/settings';
import { DEFAULT_PRODUCTS, parseProducts } from './adapters/quotes/source';

/** Tells why the gateway does not start: one sentence for the operator. */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'StartError';
  }
}

/** A chain, as the operator names it. */
export interface ChainSettings {
  /** The endpoint, and the one that is asked when it fails. They may hold a provider's key. */
  urls: readonly string[];
  chainId: string;
  /** The contract of USDT. */
  token: string;
  /** The extended public key that addresses come from. */
  xpub: string;
  startBlock: number | null;
}

export interface EvmSettings extends ChainSettings {
  /** The private key that withdrawals are paid with; null when none are. It must not reach a log. */
  hotKey: string | null;
}

export interface TronSettings extends ChainSettings {
  /** Key for providers that want one; null: none is sent. */
  apiKey: string | null;
}

export interface Environment {
  host: string;
  /** People reach this gateway at this address; null when no address was set and others than this machine reach it. */
  publicUrl: string | null;
  port: number;
  varDir: string;
  /** PostgreSQL, as the database's owner; null for the embedded database. */
  databaseUrl: string | null;
  /** The same database as the role that serves; null: the gateway makes that role. */
  servingUrl: string | null;
  maxConnections: number;
  smtpUrl: string | null;
  mailFrom: string;
  smsUrl: string | null;
  /** The source of map tiles; null: places are shown on a plain grid. */
  mapTiles: TileSource | null;
  /** Pushes may go over http and into one's own network, for tests and closed networks. */
  allowPrivatePush: boolean;
  /** Key material; null takes it from a file in `varDir`. */
  secret: string | null;
  /** `secret rotate` puts this in the secret's place, where the secret is not a file. */
  nextSecret: string | null;
  /** Backups are sealed with this passphrase; only the operator's command line reads it. */
  backup: { passphrase: string | undefined; passphraseFile: string | undefined };
  demo: boolean;
  logLevel: LogLevel;
  callsPerMinute: number;
  trustedProxies: number;
  /** Published packages of the app; all gateways of one database share it. */
  releasesDir: string;
  /** The private key that releases are signed with; only the operator's command line reads it. */
  releaseKeyFile: string;
  /** The operator's command line signs with this key; the gateway does not read it. */
  operator: {
    /** A file, or `agent`, or `agent:<comment or public key>`. */
    key: string;
    passphrase: string | undefined;
    passphraseFile: string | undefined;
  };
  /** Print a code that enrols one operator, although some are enrolled: for when their keys were lost. */
  operatorRecovery: boolean;
  /** False: Vite serves the app, and this process the doors alone. */
  serveApp: boolean;
  /** A BEP20 chain to take deposits from; null for none. */
  bep20: EvmSettings | null;
  /** A TRC20 chain; off unless it is named. */
  trc20: TronSettings | null;
  /** Start a local test network when there is no chain. */
  localChain: boolean;
  quotes: QuoteSettings;
}

const whole = (min: number, max: number) =>
  z.pipe(z.pipe(z.string().check(z.regex(/^[0-9]{1,9}$/)), z.transform(Number)), z.int().check(z.gte(min), z.lte(max)));
const flag = z.pipe(
  z.enum(['0', '1']),
  z.transform((text: '0' | '1') => text === '1'),
);
const urlOf = (pattern: RegExp) => z.optional(z.url().check(z.regex(pattern)));

/** Each of the three places stands in it once. */
const TILE_URL = /^https?:\/\/[^\s{}]+\/(?=[^\s]*\{z\})(?=[^\s]*\{x\})(?=[^\s]*\{y\})[^\s{}]*(\{[xyz]\}[^\s{}]*){3}$/;

const HOT_KEY = /^(0x)?[0-9a-fA-F]{64}$/;

const variables = z.object({
  PUBLIC_URL: urlOf(/^https?:\/\/[^/?#]+\/?$/),
  HOST: z._default(z.string().check(z.regex(/^[A-Za-z0-9.:-]{1,253}$/)), '127.0.0.1'),
  PORT: z._default(whole(1, 65_535), 8080),
  VAR_DIR: z._default(z.string(), 'var'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//))),
  DATABASE_SERVING_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//))),
  DATABASE_CONNECTIONS: z._default(whole(1, 500), 10),
  SMTP_URL: urlOf(/^smtps?:\/\//),
  MAIL_FROM: z._default(z.string().check(z.regex(/^[^\r\n]{3,200}$/)), 'RAB <no-reply@rab.invalid>'),
  SMS_URL: urlOf(/^https?:\/\//),
  MAP_TILES_URL: z.optional(z.string().check(z.regex(TILE_URL))),
  MAP_TILES_ATTRIBUTION: z.optional(z.string().check(z.regex(/^[^\p{C}]{1,120}$/u))),
  ALLOW_PRIVATE_PUSH: z._default(flag, false),
  ALLOW_NO_SMTP: z._default(flag, false),
  GATEWAY_SECRET: z.optional(z.string().check(z.minLength(32), z.maxLength(512))),
  BACKUP_PASSPHRASE: z.optional(z.string()),
  BACKUP_PASSPHRASE_FILE: z.optional(z.string()),
  NEXT_GATEWAY_SECRET: z.optional(z.string().check(z.minLength(32), z.maxLength(512))),
  DEMO: z._default(flag, true),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS)),
  CALLS_PER_MINUTE: z._default(whole(1, 100_000_000), 1200),
  TRUSTED_PROXIES: z._default(whole(0, 10), 0),
  RELEASES_DIR: z.optional(z.string()),
  RELEASE_KEY_FILE: z.optional(z.string()),
  OPERATOR_KEY: z.optional(z.string()),
  OPERATOR_PASSPHRASE: z.optional(z.string()),
  OPERATOR_PASSPHRASE_FILE: z.optional(z.string()),
  OPERATOR_RECOVERY: z._default(flag, false),
  SERVE_APP: z._default(flag, true),
  CHAIN_BEP20_RPC: urlOf(/^https?:\/\//),
  CHAIN_BEP20_FALLBACK_RPC: urlOf(/^https?:\/\//),
  CHAIN_BEP20_CHAIN_ID: z._default(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/)), '56'),
  CHAIN_BEP20_TOKEN: z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))),
  CHAIN_BEP20_XPUB: z.optional(z.string().check(z.regex(/^xpub[1-9A-HJ-NP-Za-km-z]{100,120}$/))),
  CHAIN_BEP20_START_BLOCK: z.optional(whole(0, 999_999_999)),
  CHAIN_BEP20_HOT_KEY: z.optional(z.string().check(z.regex(HOT_KEY))),
  CHAIN_BEP20_HOT_KEY_FILE: z.optional(z.string()),
  CHAIN_TRC20_URL: urlOf(/^https?:\/\//),
  CHAIN_TRC20_FALLBACK_URL: urlOf(/^https?:\/\//),
  CHAIN_TRC20_CHAIN_ID: z._default(
    z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  ),
  CHAIN_TRC20_TOKEN: z.optional(z.string().check(z.regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/))),
  CHAIN_TRC20_XPUB: z.optional(z.string().check(z.regex(/^xpub[1-9A-HJ-NP-Za-km-z]{100,120}$/))),
  CHAIN_TRC20_API_KEY: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/))),
  CHAIN_TRC20_START_BLOCK: z.optional(whole(0, 999_999_999)),
  LOCAL_CHAIN: z._default(flag, true),
  QUOTES_URL: urlOf(/^https?:\/\//),
  QUOTES_NAME: z.optional(
    z.string().check(
      z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u),
      z.refine((name) => name.toLowerCase() !== SIMULATED),
    ),
  ),
  QUOTES_SHAPE: z.optional(z.string().check(z.maxLength(2_000))),
  QUOTES_KEY: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,500}$/))),
  QUOTES_PRODUCTS: z._default(z.string().check(z.refine((text) => parseProducts(text) !== null)), DEFAULT_PRODUCTS),
  QUOTES_EVERY_S: z._default(whole(5, 3_600), 10),
  QUOTES_TIMEOUT_MS: z._default(whole(100, 30_000), 4_000),
  QUOTES_SIMULATED: z._default(flag, false),
});

const EXPECTED: Readonly<Record<keyof z.output<typeof variables>, string>> = {
  PUBLIC_URL: 'an address like https://app.example.com',
  HOST: 'an address to listen on',
  PORT: 'a port from 1 to 65535',
  VAR_DIR: 'a folder',
  DATABASE_URL: 'an address like postgres://user:password@host:5432/name',
  DATABASE_SERVING_URL: 'an address like postgres://serving:password@host:5432/name',
  DATABASE_CONNECTIONS: 'a number from 1 to 500',
  SMTP_URL: 'an address like smtps://user:password@host:465',
  MAIL_FROM: 'an address like "RAB <no-reply@example.com>"',
  SMS_URL: 'an http or https address',
  MAP_TILES_URL: 'an address like https://tiles.example.com/{z}/{x}/{y}.png',
  MAP_TILES_ATTRIBUTION: 'the name of the source, in one line',
  ALLOW_PRIVATE_PUSH: '0 or 1',
  ALLOW_NO_SMTP: '0 or 1',
  GATEWAY_SECRET: 'at least 32 characters',
  BACKUP_PASSPHRASE: 'a passphrase',
  BACKUP_PASSPHRASE_FILE: 'a file',
  NEXT_GATEWAY_SECRET: 'at least 32 characters',
  DEMO: '0 or 1',
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
  CALLS_PER_MINUTE: 'a whole number of at least 1',
  TRUSTED_PROXIES: 'a number from 0 to 10',
  RELEASES_DIR: 'a folder',
  RELEASE_KEY_FILE: 'a file',
  OPERATOR_KEY: 'a file, agent or agent:<comment>',
  OPERATOR_PASSPHRASE: 'a passphrase',
  OPERATOR_PASSPHRASE_FILE: 'a file',
  OPERATOR_RECOVERY: '0 or 1',
  SERVE_APP: '0 or 1',
  CHAIN_BEP20_RPC: 'an http or https address',
  CHAIN_BEP20_FALLBACK_RPC: 'an http or https address',
  CHAIN_BEP20_CHAIN_ID: 'the number of the chain, e.g. 56',
  CHAIN_BEP20_TOKEN: "the address of USDT's contract",
  CHAIN_BEP20_XPUB: 'an extended public key that begins with xpub',
  CHAIN_BEP20_START_BLOCK: 'a block number',
  CHAIN_BEP20_HOT_KEY: 'a private key of 64 hexadecimal digits',
  CHAIN_BEP20_HOT_KEY_FILE: 'a file',
  CHAIN_TRC20_URL: 'an http or https address',
  CHAIN_TRC20_FALLBACK_URL: 'an http or https address',
  CHAIN_TRC20_CHAIN_ID: "the id of the chain's first block",
  CHAIN_TRC20_TOKEN: "the address of USDT's contract",
  CHAIN_TRC20_XPUB: 'an extended public key that begins with xpub',
  CHAIN_TRC20_API_KEY: 'a key of the provider',
  CHAIN_TRC20_START_BLOCK: 'a block number',
  LOCAL_CHAIN: '0 or 1',
  QUOTES_URL: 'an http or https address',
  QUOTES_NAME: `a name of up to 40 letters and digits, and not "${SIMULATED}"`,
  QUOTES_SHAPE: 'JSON that says where in an answer prices and times are',
  QUOTES_KEY: 'a key of the source',
  QUOTES_PRODUCTS: 'up to 50 products like "EUR/USD:5, XAU/USD:2=GOLD"',
  QUOTES_EVERY_S: 'a number of seconds from 5 to 3600',
  QUOTES_TIMEOUT_MS: 'a number of milliseconds from 100 to 30000',
  QUOTES_SIMULATED: '0 or 1',
};

interface NamedChain {
  /** Begins the names of its variables. */
  prefix: 'CHAIN_BEP20' | 'CHAIN_TRC20';
  /** Name of the variable for its first endpoint. */
  first: 'CHAIN_BEP20_RPC' | 'CHAIN_TRC20_URL';
  url: string | undefined;
  fallback: string | undefined;
  token: string | undefined;
  xpub: string | undefined;
  chainId: string;
  startBlock: number | undefined;
}

/** @throws StartError for a chain that is named in part, or on a database that loses what was credited when the power fails */
function chainOf(named: NamedChain, isEmbedded: boolean): ChainSettings | null {
  const { prefix, first, url, fallback, token, xpub, chainId, startBlock = null } = named;
  if (url === undefined) return null;
  if (isEmbedded) {
    throw new StartError(
      `${first} is set but DATABASE_URL is not: the embedded database is for trying out, and takes no real deposits.`,
    );
  }
  if (token === undefined || xpub === undefined) {
    throw new StartError(`${first} needs ${prefix}_TOKEN and ${prefix}_XPUB beside it.`);
  }
  return { urls: fallback === undefined ? [url] : [url, fallback], token, xpub, chainId, startBlock };
}

/** @throws StartError, which never holds anything of the key */
function hotKeyOf(set: z.output<typeof variables>): string | null {
  const { CHAIN_BEP20_HOT_KEY: given, CHAIN_BEP20_HOT_KEY_FILE: file } = set;
  if (given === undefined && file === undefined) return null;
  if (given !== undefined && file !== undefined)
    throw new StartError('Set CHAIN_BEP20_HOT_KEY or CHAIN_BEP20_HOT_KEY_FILE, not both.');
  let key = given ?? '';
  try {
    if (file !== undefined) key = readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartError('The file of CHAIN_BEP20_HOT_KEY_FILE cannot be read.');
  }
  if (!HOT_KEY.test(key))
    throw new StartError(`The file of CHAIN_BEP20_HOT_KEY_FILE must hold ${EXPECTED.CHAIN_BEP20_HOT_KEY}.`);
  return `0x${key.replace(/^0x/, '').toLowerCase()}`;
}

/** An agent's key stays as it is written; a file's path is one from here. */
function operatorKeyOf({ OPERATOR_KEY: named, VAR_DIR: varDir }: z.output<typeof variables>): string {
  if (named === undefined) return resolve(varDir, 'operator-key.pem');
  return /^agent(:|$)/.test(named) ? named : resolve(named);
}

function bep20Of(set: z.output<typeof variables>): EvmSettings | null {
  const chain = chainOf(
    {
      prefix: 'CHAIN_BEP20',
      first: 'CHAIN_BEP20_RPC',
      url: set.CHAIN_BEP20_RPC,
      fallback: set.CHAIN_BEP20_FALLBACK_RPC,
      token: set.CHAIN_BEP20_TOKEN,
      xpub: set.CHAIN_BEP20_XPUB,
      chainId: set.CHAIN_BEP20_CHAIN_ID,
      startBlock: set.CHAIN_BEP20_START_BLOCK,
    },
    set.DATABASE_URL === undefined,
  );
  return chain && { ...chain, hotKey: hotKeyOf(set) };
}

function trc20Of(set: z.output<typeof variables>): TronSettings | null {
  const chain = chainOf(
    {
      prefix: 'CHAIN_TRC20',
      first: 'CHAIN_TRC20_URL',
      url: set.CHAIN_TRC20_URL,
      fallback: set.CHAIN_TRC20_FALLBACK_URL,
      token: set.CHAIN_TRC20_TOKEN,
      xpub: set.CHAIN_TRC20_XPUB,
      chainId: set.CHAIN_TRC20_CHAIN_ID,
      startBlock: set.CHAIN_TRC20_START_BLOCK,
    },
    set.DATABASE_URL === undefined,
  );
  return chain && { ...chain, apiKey: set.CHAIN_TRC20_API_KEY ?? null };
}

/** @throws StartError for a shape of answers that is none */
function quotesOf(set: z.output<typeof variables>): QuoteSettings {
  try {
    return quoteSettings(set);
  } catch (error) {
    throw error instanceof RangeError ? new StartError(error.message) : error;
  }
}

const LOOPBACK = /^(127\.[0-9.]+|localhost|::1)$/;

/** Uses an address on this machine by default, so that somebody who tries the gateway out here needs to set nothing. */
function publicUrlOf(set: z.output<typeof variables>): string | null {
  const { PUBLIC_URL: given, HOST: host, PORT: port, DATABASE_URL: database } = set;
  if (given !== undefined) return given.replace(/\/$/, '');
  // A gateway for real money stands behind a proxy, whose address nobody here knows.
  return database === undefined && LOOPBACK.test(host) ? `http://localhost:${port}` : null;
}

/** @throws StartError for a source without its name, which licences ask to show */
function mapTilesOf({
  MAP_TILES_URL: url,
  MAP_TILES_ATTRIBUTION: attribution,
}: z.output<typeof variables>): TileSource | null {
  if (url === undefined) return null;
  if (attribution === undefined) throw new StartError('MAP_TILES_URL needs MAP_TILES_ATTRIBUTION beside it.');
  return { url, attribution };
}

/** @throws StartError naming the first variable that does not fit, never its value */
export function readEnvironment(from: Readonly<Record<string, string | undefined>>): Environment {
  // An empty variable is an unset one, as shells and service managers leave them.
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]) as keyof typeof EXPECTED;
    throw new StartError(`${name} must be ${EXPECTED[name]}.`);
  }
  const set = parsed.data;
  const databaseUrl = set.DATABASE_URL ?? null;
  const smtpUrl = set.SMTP_URL ?? null;
  if (databaseUrl !== null && smtpUrl === null && !set.ALLOW_NO_SMTP) {
    throw new StartError(
      'DATABASE_URL is set but SMTP_URL is not: nobody would get their codes. Set SMTP_URL, or ALLOW_NO_SMTP=1 to write mail into the var folder.',
    );
  }
  return {
    publicUrl: publicUrlOf(set),
    host: set.HOST,
    port: set.PORT,
    varDir: resolve(set.VAR_DIR),
    databaseUrl,
    servingUrl: set.DATABASE_SERVING_URL ?? null,
    maxConnections: set.DATABASE_CONNECTIONS,
    smtpUrl,
    mailFrom: set.MAIL_FROM,
    smsUrl: set.SMS_URL ?? null,
    mapTiles: mapTilesOf(set),
    allowPrivatePush: set.ALLOW_PRIVATE_PUSH,
    secret: set.GATEWAY_SECRET ?? null,
    backup: { passphrase: set.BACKUP_PASSPHRASE, passphraseFile: set.BACKUP_PASSPHRASE_FILE },
    nextSecret: set.NEXT_GATEWAY_SECRET ?? null,
    demo: databaseUrl === null && set.DEMO,
    logLevel: set.LOG_LEVEL ?? (databaseUrl === null ? 'warn' : 'info'),
    callsPerMinute: set.CALLS_PER_MINUTE,
    trustedProxies: set.TRUSTED_PROXIES,
    releasesDir: resolve(set.RELEASES_DIR ?? join(set.VAR_DIR, 'releases')),
    releaseKeyFile: resolve(set.RELEASE_KEY_FILE ?? join(set.VAR_DIR, 'release-key.pem')),
    operator: {
      key: operatorKeyOf(set),
      passphrase: set.OPERATOR_PASSPHRASE,
      passphraseFile: set.OPERATOR_PASSPHRASE_FILE,
    },
    operatorRecovery: set.OPERATOR_RECOVERY,
    serveApp: set.SERVE_APP,
    bep20: bep20Of(set),
    trc20: trc20Of(set),
    // Beside a database for real money there is no play money.
    localChain: databaseUrl === null && set.LOCAL_CHAIN,
    quotes: quotesOf(set),
  };
}

/**
 * Structured logs. Only the fields of `LogFields` exist: anything else is dropped at run time too, so that no secret,
 * address or amount reaches a log by accident.
 */
import pino from 'pino';

export interface LogFields {
  requestId?: string;
  /** Name of the contract's call. */
  call?: string;
  /** HTTP or inner method. */
  method?: string;
  /** Error code that was answered, or the driver's. */
  code?: string;
  status?: number;
  durationMs?: number;
  userId?: string;
  orderId?: string;
  depositId?: string;
  withdrawalId?: string;
  /** Name of a blockchain. */
  network?: string;
  journalId?: string;
  job?: string;
  /** Name of a limit on messages, e.g. `sms asked total`. */
  budget?: string;
  count?: number;
  port?: number;
  signal?: string;
  version?: string;
  /** Paths and issue codes of a schema mismatch, never values. */
  issues?: readonly string[];
  /** The thrown value; the log writes it as `describeError` tells it. */
  error?: unknown;
}

export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const ALLOWED = [
  'requestId',
  'call',
  'method',
  'code',
  'status',
  'durationMs',
  'userId',
  'orderId',
  'depositId',
  'withdrawalId',
  'network',
  'journalId',
  'job',
  'budget',
  'count',
  'port',
  'signal',
  'version',
  'issues',
] as const satisfies readonly Exclude<keyof LogFields, 'error'>[];

type PlainFields = Record<string, unknown>;

/** Turns a thrown value into its name, driver code, constraint and place; its text goes in with values masked. */
export function describeError(thrown: unknown): PlainFields {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  const { code, constraint } = thrown as { code?: unknown; constraint?: unknown };
  const described: PlainFields = { name: thrown.name };
  if (typeof code === 'string') described['code'] = code;
  if (typeof constraint === 'string') described['constraint'] = constraint;
  // A query error's text repeats the statement with its parameters: only its cause is told.
  if (thrown.cause !== undefined) described['cause'] = describeError(thrown.cause);
  else described['message'] = withoutValues(thrown.message);
  described['stack'] = thrown.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
  return described;
}

/** Masks what could be a token, a code, an address or a quoted value in an error's text. */
function withoutValues(text: string): string {
  return text
    .slice(0, 300)
    .replace(/"[^"]*"|'[^']*'/g, '"…"')
    .replace(/\S+@\S+/g, '…')
    .replace(/[A-Za-z0-9_+/=-]{24,}|[0-9]{5,}/g, '…');
}

function allowed(fields: LogFields): PlainFields {
  const kept: PlainFields = {};
  for (const name of ALLOWED) if (fields[name] !== undefined) kept[name] = fields[name];
  if (fields.error !== undefined) kept['error'] = describeError(fields.error);
  return kept;
}

export interface LogTarget {
  write(line: string): void;
}

/** JSON lines to `target` (standard output when absent). */
export function createLogger(level: LogLevel, target?: LogTarget): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'event' };
  const sink = target ? pino(options, target) : pino(options);
  const line =
    (severity: 'debug' | 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}): void =>
      sink[severity](allowed(fields), event);
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

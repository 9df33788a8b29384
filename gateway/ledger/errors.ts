/** The ledger's refusals. A transaction that met one is over: PostgreSQL rolls it back as a whole. */
import { sqlFailure, type SqlFailure } from '../db/errors';

/** The SQLSTATEs that the ledger's SQL raises (migrations 0000, 0001, 0043). */
const BY_SQLSTATE = {
  LG001: 'immutable',
  LG002: 'account-refused',
  LG003: 'isolation',
  LG004: 'entry-refused',
  LG005: 'seal-refused',
  LG010: 'insufficient-funds',
  LG011: 'pool-empty',
  LG012: 'unbalanced',
  LG013: 'unknown-account',
  LG014: 'source-refused',
  LG015: 'duplicate-transfer',
  LG016: 'unknown-hold',
  LG017: 'hold-exceeded',
  LG018: 'amount-out-of-range',
  LG019: 'fee-refused',
} as const;

/** Constraints that say the same when two transactions meet, or when only the table's last guard is left. */
const BY_CONSTRAINT: Record<string, LedgerErrorCode> = {
  journals_transfer_id_key: 'duplicate-transfer',
  holds_transfer_id_key: 'duplicate-transfer',
  fees_payer: 'fee-refused',
  fees_of_nobody: 'fee-refused',
  accounts_not_negative: 'insufficient-funds',
  accounts_issued_once: 'account-refused',
  ledger_units_check: 'amount-out-of-range',
};

export type LedgerErrorCode = (typeof BY_SQLSTATE)[keyof typeof BY_SQLSTATE];

export class LedgerError extends Error {
  readonly code: LedgerErrorCode;
  /** The subject of the refusal (an account, a pool's name, a transfer id); for logs and operators, not for users. */
  readonly detail: string;
  constructor(code: LedgerErrorCode, detail: string, cause?: unknown) {
    super(`${code}: ${detail}`, { cause });
    this.name = 'LedgerError';
    this.code = code;
    this.detail = detail;
  }
}

function codeOf(failure: SqlFailure): LedgerErrorCode | null {
  if (failure.code in BY_SQLSTATE) return BY_SQLSTATE[failure.code as keyof typeof BY_SQLSTATE];
  return (failure.constraint === null ? null : BY_CONSTRAINT[failure.constraint]) ?? null;
}

/** `error` as a LedgerError when the ledger's SQL raised it; anything else is given back as it is. */
export function asLedgerError(error: unknown): unknown {
  const failure = sqlFailure(error);
  const code = failure === null ? null : codeOf(failure);
  return failure === null || code === null ? error : new LedgerError(code, failure.detail ?? failure.message, error);
}

/** Runs a ledger statement and throws its refusals as LedgerError. */
export async function refusing<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw asLedgerError(error);
  }
}

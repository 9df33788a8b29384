/** The audit's hash chain (docs/rules.md §12): hashes a row, and finds faults in a row. Pure. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contract/canonical-json';
import { isSigned, parseStatement, statementText, WINDOW_MS, type KeptStatement } from './statement';

/** An operator's act: its actor, its time, and the values before and after. */
export interface Act {
  /** The operator's name; `os:<user name>` in rows from before operators had accounts. */
  actor: string;
  /** The command, e.g. `config set`, or `proposal made`. */
  act: string;
  /** The act's object: a setting's key, a pool, a user's id. */
  subject: string | null;
  detail: Record<string, unknown>;
  /** UTC ms. */
  at: number;
  /** The canonical JSON that was signed, and the signature; both null for the gateway's own acts. */
  statement: string | null;
  signature: string | null;
}

export interface ChainedAct extends Act {
  seq: number;
  previousHash: string;
  hash: string;
}

export interface ChainState {
  genesisHash: string;
  lastSeq: number;
  lastHash: string;
}

export interface AuditFinding {
  check: string;
  subject: string;
  detail: string;
}

/** The audit's name for a command that waits for a second operator. */
export const PROPOSAL_MADE = 'proposal made';
/** The actor of the gateway's own acts. */
export const GATEWAY_ACTOR = 'gateway';

export function hashOfAct({ hash: _hash, ...row }: Omit<ChainedAct, 'hash'> & { hash?: string }): string {
  return createHash('sha256').update(canonicalJson(row)).digest('hex');
}

/** True when the row is about the signed statement: the command itself, a proposal of it, or the proposal that was approved. */
export function isAbout({ act, detail }: Pick<Act, 'act' | 'detail'>, { command, input }: KeptStatement): boolean {
  if (act === command) return true;
  if (act === PROPOSAL_MADE)
    return detail['command'] === command && canonicalJson(detail['input']) === canonicalJson(input);
  const approved = { ...(input as object) } as { id?: unknown; command?: unknown };
  return command === 'proposal approve' && approved.command === act && approved.id === detail['proposal'];
}

/** Tells in words why a row's signature does not hold; null when it does. */
function signatureProblem(row: Act, nameOfKey: ReadonlyMap<string, string>): string | null {
  if (row.statement === null || row.signature === null) {
    return row.actor === GATEWAY_ACTOR ? null : 'nobody has signed it';
  }
  const statement = parseStatement(row.statement);
  if (statement === null || statementText(statement) !== row.statement) return 'its statement cannot be read';
  if (!isSigned({ statement, signature: row.signature })) return 'its signature does not fit its statement';
  if (nameOfKey.get(statement.key) !== row.actor) return `it was not signed by a key of ${row.actor}`;
  if (!isAbout(row, statement)) return `what was signed is "${statement.command}"`;
  return Math.abs(statement.at - row.at) > WINDOW_MS ? 'it was signed at another time' : null;
}

/**
 * Checks rows in the order of the chain.
 * @param rows from the first one on, in order of `seq`
 * @param noted a place of the chain that somebody wrote down earlier, outside the database
 */
export function chainChecker(start: ChainState, nameOfKey: ReadonlyMap<string, string>, noted: RowHash | null) {
  const findings: AuditFinding[] = [];
  const found = (seq: number, check: string, detail: string) =>
    findings.push({ check, subject: `audit row ${seq}`, detail });
  let last = { seq: 0, hash: start.genesisHash };
  let isNotedMet = noted === null;
  return {
    next(row: ChainedAct): void {
      const expected = last.seq + 1;
      if (row.seq !== expected) found(expected, 'audit-missing', `rows ${expected} to ${row.seq - 1} are gone`);
      else if (row.previousHash !== last.hash) found(row.seq, 'audit-order', 'it does not follow the row before it');
      if (hashOfAct(row) !== row.hash) found(row.seq, 'audit-changed', 'its hash is not that of what it says');
      const problem = signatureProblem(row, nameOfKey);
      if (problem !== null) found(row.seq, 'audit-signature', problem);
      if (noted?.seq === row.seq && noted.hash === row.hash) isNotedMet = true;
      last = { seq: row.seq, hash: row.hash };
    },
    /** @returns everything that was found, and the chain's end */
    end(): { findings: AuditFinding[]; last: RowHash } {
      if (last.seq !== start.lastSeq || last.hash !== start.lastHash) {
        found(start.lastSeq, 'audit-end', `the chain came to row ${start.lastSeq}, and the rows end at ${last.seq}`);
      }
      if (noted !== null && !isNotedMet) {
        found(noted.seq, 'audit-noted', 'it is not the row whose hash was noted');
      }
      return { findings, last };
    },
  };
}

/** A row's number and hash. */
export interface RowHash {
  seq: number;
  hash: string;
}

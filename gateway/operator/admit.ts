/**
 * Admits a statement: finds its speaker and checks that they may do the command. The gateway and a command line that opens the
 * database itself both ask here.
 */
import { doubtOf } from '../adapters/clock';
import { withTransaction, type Tx } from '../db/transaction';
import { OperatorError, type Command, type Operator, type OperatorDeps } from './command';
import { installationOf } from './installation-repo';
import { holdOperator, insertNonce, operatorOfKey } from './operators-repo';
import { mayDo } from './roles';
import { isSigned, WINDOW_MS, type SignedStatement } from './statement';

/** Statements of somebody who is not enrolled are listed under no name. */
const UNENROLLED = { actor: 'unenrolled', operator: null } as const;

export interface Speaker {
  /** The operator's name. */
  actor: string;
  operator: Operator | null;
}

/**
 * Finds the key's owner and checks that they may do the command. Until the transaction ends that stays so.
 * @throws OperatorError denied
 */
export async function speakerOf(tx: Tx, key: string, { name, role }: Pick<Command, 'name' | 'role'>): Promise<Speaker> {
  const found = await operatorOfKey(tx, key);
  if (role === 'unenrolled') {
    if (found) throw new OperatorError('denied', `this key is ${found.operator.name}'s already`);
    return UNENROLLED;
  }
  if (!found) throw new OperatorError('denied', 'no operator has this key: enrol it first');
  const operator = await holdOperator(tx, found.operator.id);
  if (!operator || found.isKeyRevoked || operator.revokedAt !== null) {
    throw new OperatorError('denied', `this key of ${found.operator.name} was revoked`);
  }
  if (!mayDo(operator.role, role)) {
    throw new OperatorError('denied', `"${name}" is for ${role}; ${operator.name} is ${operator.role}`);
  }
  return { actor: operator.name, operator };
}

/**
 * Lets a statement in, once: its signature fits, it was signed just now and for this installation, its speaker may do the command, and nobody said it before.
 * It is used up from then on, also when the command is refused.
 * @throws OperatorError denied
 */
export async function admit(deps: OperatorDeps, command: Command, signed: SignedStatement): Promise<void> {
  const { key, at, nonce, installation } = signed.statement;
  if (!isSigned(signed)) throw new OperatorError('denied', 'the signature does not fit the command');
  if (installation !== (await installationOf(deps.db.db))) {
    throw new OperatorError('denied', 'the command was signed for another installation');
  }
  const { clock } = deps;
  // A clock that jumped may be right: only then do operators, whose own clocks are right, get to say so.
  const now = clock.machine !== undefined && doubtOf(clock) !== null ? clock.machine() : clock.now();
  if (Math.abs(now - at) > WINDOW_MS) {
    const time = new Date(now).toISOString();
    throw new OperatorError('denied', `the command was signed at another time: it is ${time} here`);
  }
  await withTransaction(deps.db, async (tx) => {
    await speakerOf(tx, key, command);
    if (!(await insertNonce(tx, nonce, now, now - 2 * WINDOW_MS))) {
      throw new OperatorError('denied', 'this very command was sent before');
    }
  });
}

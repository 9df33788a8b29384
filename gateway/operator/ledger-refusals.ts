/** Tells the ledger's refusals to operators. */
import { amountProblem, toUnits, type AssetCode } from '../../contract/money';
import { LedgerError } from '../ledger/errors';
import { OperatorError } from './command';

/** The ledger's refusal as a sentence for the operator. The transaction is over with it. @param what names the money */
export function explained(error: unknown, what: string): unknown {
  if (!(error instanceof LedgerError)) return error;
  if (error.code === 'pool-empty') return new OperatorError('state', `${error.detail} does not hold enough ${what}`);
  if (error.code === 'insufficient-funds')
    return new OperatorError('state', `there is not enough ${what} to take from`);
  if (error.code === 'duplicate-transfer') return new OperatorError('state', `this was done before (${error.detail})`);
  return error;
}

/** @throws OperatorError naming the field */
export function unitsOf(amount: string, asset: AssetCode, where: string): bigint {
  const problem = amountProblem(amount, asset);
  if (problem !== null)
    throw new OperatorError('input', `${where}: "${amount.slice(0, 40)}" is not an amount of ${asset} (${problem})`);
  return toUnits(amount, asset);
}

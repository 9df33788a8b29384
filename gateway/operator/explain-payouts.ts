/** Payments that wallets made and nobody here knows, as an operator explains them (docs/rules.md §4). */
import { NoEndpointError } from '../domain/deposits/endpoints';
import { ExplainError, type OperatorExplanation, type ExplainProblem } from '../domain/withdrawals/explain';
import { OperatorError, type OperatorContext } from './command';

const SENTENCES: Readonly<Record<ExplainProblem, (about: string | null) => string>> = {
  'unknown-withdrawal': () => 'there is no such withdrawal over a chain',
  late: (state) => `the withdrawal is ${state}: this cannot be done with it now`,
  'other-chain': () => 'this network is not configured here, or the withdrawal was signed for another chain',
  'not-found': (about) => `no endpoint has transaction ${about} in a block`,
  'not-final': (about) => `transaction ${about} is not final yet`,
  'endpoints-differ': () => 'the endpoints do not say the same; try again in a moment',
  'not-of-wallet': (about) => `transaction ${about} is not of a wallet that withdrawals are paid from`,
  known: (about) => `transaction ${about} was signed here, or is explained already`,
  'pays-otherwise': (about) => `transaction ${about} does not pay this withdrawal: its address and amount are others`,
  'nonce-open': () => "no other transaction of this withdrawal's nonce is final: its own may still be taken",
  'not-read': () => 'the chain was not read up to its final blocks yet; try again in a moment',
  'was-paid': (about) =>
    `transaction ${about} paid the same amount to the same address: resolve it with --paid, or explain that first`,
  'no-wallet': () => 'this wallet is not known on this chain',
  'has-signed': () => 'this wallet has signed withdrawals here: explain what else it sent, one by one',
  'other-count': (about) => `the chain counts ${about} transactions of this wallet`,
};

/** The domain's refusal, or an endpoint's failure, as a sentence for the operator. */
export async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExplainError) throw new OperatorError('state', SENTENCES[error.problem](error.about));
    if (error instanceof NoEndpointError)
      throw new OperatorError('state', 'an endpoint of this network does not answer; try again in a moment');
    throw error;
  }
}

/** Names the operators who explain a payment, with the reason and the time (UTC ms). */
export const explainer = (
  { actor, proposedBy }: OperatorContext,
  reason: string,
  now: number,
): OperatorExplanation => ({
  reason,
  actor,
  proposedBy,
  now,
});

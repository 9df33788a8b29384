/**
 * Makes the refusal for somebody who has too little, the same for all who find that out: before a call, its quote, the ledger.
 */
import { toAmount, type AssetCode } from '../../contract/money';
import { Refusal } from './call-context';

/** @param available what can be spent at this moment, smallest units */
export function tooLittle(available: bigint, asset: AssetCode): Refusal<'insufficient-funds'> {
  return new Refusal('insufficient-funds', { data: { available: toAmount(available, asset) } });
}

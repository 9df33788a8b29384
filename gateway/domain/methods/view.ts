/** Withdrawal methods as answers carry them. */
import type { AnswerOf } from '../../../contract/call';
import type { addChainMethod } from '../../../contract/calls/identity';
import type { Deps } from '../call-context';
import type { Settings } from '../settings/figures';
import { openCard } from './cards';
import { isServed } from './networks';
import type { MethodRow } from './repo';
import { usableAt } from './usable';

export type Method = AnswerOf<typeof addChainMethod>;

export function viewMethod(deps: Deps, row: MethodRow, settings: Settings): Method {
  const opened = openCard(deps, row);
  return {
    id: row.id,
    kind: row.kind,
    network: row.network,
    address: row.address,
    bankName: row.bankName,
    cardLast4: row.cardLast4,
    holderName: opened?.holder ?? null,
    branch: opened?.branch ?? null,
    createdAt: row.createdAt,
    usableAt: usableAt(row, settings),
    isServed: isServed(deps, row),
  };
}

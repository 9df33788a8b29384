/** Names a change of custody amount, and tells how it moved the principal (docs/rules.md §5 "operator log"). */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { custodyChanges } from '../../../contract/calls/custody';
import type { PageOutputOf } from '../../../contract/call';
import { toAmount } from '../../../contract/money';
import { toUnits } from '../../format/units';

export type CustodyChange = PageOutputOf<typeof custodyChanges>['items'][number];

export const CHANGE_NAMES: Record<CustodyChange['kind'], MessageDescriptor> = {
  placed: msg`New order`,
  added: msg`Added as a tranche`,
  redeemed: msg`Redemption`,
  undone: msg`Undone free of charge`,
  matured: msg`Matured`,
};

/** Returns the change of the order's principal, signed, full precision. */
export function differenceOf(change: CustodyChange): string {
  return toAmount(toUnits(change.after, 'USDT') - toUnits(change.before, 'USDT'), 'USDT');
}

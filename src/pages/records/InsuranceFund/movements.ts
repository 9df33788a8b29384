/** Words of the insurance fund's records. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { InflowSource, insuranceInflows, insurancePayouts } from '../../../../contract/calls/insurance';
import type { OutputOf } from '../../../../contract/call';

export type Inflow = OutputOf<typeof insuranceInflows>['items'][number];
export type Payout = OutputOf<typeof insurancePayouts>['items'][number];
export type Movement = Inflow | Payout;

export const SOURCE_NAMES: Record<InflowSource, MessageDescriptor> = {
  withdrawal: msg`Fees of withdrawals`,
  'custody-redeem': msg`Fees of redemptions`,
  'otc-rab': msg`Fees of the RAB market`,
  'otc-usdt': msg`Fees of the USDT market`,
  'machine-service': msg`Service fees of machines`,
  'lost-deposit': msg`Lost OTC deposits`,
  other: msg`Other`,
};

export const TARGET_NAMES: Record<Payout['to'], MessageDescriptor> = {
  user: msg`To a user`,
  outside: msg`Outside the platform`,
};

export function isPayout(movement: Movement): movement is Payout {
  return 'reason' in movement;
}

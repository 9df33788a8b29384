/** What screens say about an exchange; pure mapping from the contract's record (docs/rules.md §4). */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ExchangeRecord } from '../../../contract/calls/wallet';
import type { AssetCode } from '../../../contract/money';

/** What one gets for it. */
export const OTHER: Record<AssetCode, AssetCode> = { RAB: 'USDT', USDT: 'RAB' };

export const SOURCE_NAMES: Record<ExchangeRecord['guidePrice']['source'], MessageDescriptor> = {
  operator: msg`set by the operator`,
  demo: msg`demo price, not a market’s`,
};

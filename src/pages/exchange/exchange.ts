/** Maps the contract's record of an exchange to the words of screens; pure (docs/rules.md §4). */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ExchangeRecord } from '../../../contract/calls/wallet';
import type { AssetCode } from '../../../contract/money';

/** The asset that the person gets for each asset. */
export const OTHER: Record<AssetCode, AssetCode> = { RAB: 'USDT', USDT: 'RAB' };

export const SOURCE_NAMES: Record<ExchangeRecord['guidePrice']['source'], MessageDescriptor> = {
  operator: msg`set by the operator`,
  demo: msg`demo price, not a market’s`,
};

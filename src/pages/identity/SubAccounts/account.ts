import type { tradingAccounts } from '../../../../contract/calls/profile';
import type { Output } from '../../../bridge/types';

export type Account = Output<typeof tradingAccounts>['accounts'][number];

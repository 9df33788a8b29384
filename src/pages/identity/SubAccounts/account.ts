import type { accountList } from '../../../../contract/calls/profile';
import type { Output } from '../../../bridge/types';

export type Account = Output<typeof accountList>['accounts'][number];

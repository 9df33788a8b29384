import type { paymentList } from '../../../../contract/calls/identity';
import type { Output } from '../../../bridge/types';

export type Method = Output<typeof paymentList>['methods'][number];

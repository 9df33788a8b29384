import type { withdrawalMethods } from '../../../../contract/calls/identity';
import type { Output } from '../../../bridge/types';

export type Method = Output<typeof withdrawalMethods>['methods'][number];

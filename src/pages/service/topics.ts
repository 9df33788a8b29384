/** Names of what customer service is asked about, and the screens of records that a message takes along. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { SERVICE_TOPICS, type ServiceOrderKind, type ServiceTopic } from '../../../contract/calls/service';
import { hrefTo, paths } from '../../app/paths';

export const TOPIC_NAMES: Record<ServiceTopic, MessageDescriptor> = {
  money: msg`Deposits and withdrawals`,
  custody: msg`Custody and income`,
  trade: msg`OTC trades`,
  account: msg`Account and security`,
  other: msg`Something else`,
};

/** The topic that an address names. */
export function topicNamed(text: string | undefined): ServiceTopic | undefined {
  return SERVICE_TOPICS.find((topic) => topic === text);
}

export const ORDER_NAMES: Record<ServiceOrderKind, MessageDescriptor> = {
  custody: msg`Custody order`,
  withdrawal: msg`Withdrawal`,
  deposit: msg`Deposit`,
  rab: msg`RAB order`,
  usdt: msg`USDT trade`,
};

/** The screen that shows a record. */
export function orderHref({ kind, id }: { kind: ServiceOrderKind; id: string }): string {
  switch (kind) {
    case 'custody':
      return hrefTo(paths.custodyOrders, { id });
    case 'withdrawal':
      return hrefTo(paths.withdrawals, { id });
    case 'deposit':
      return hrefTo(paths.deposits, { id });
    case 'rab':
      return hrefTo(paths.otcOrder, { id, market: 'rab' });
    case 'usdt':
      return hrefTo(paths.otcOrder, { id });
  }
}

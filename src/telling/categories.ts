/** The categories of notices in the person's words. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { NoticeCategory } from '../../contract/notices';

export type { NoticeCategory };

export const CATEGORY_NAMES: Record<NoticeCategory, MessageDescriptor> = {
  money: msg`Deposits and withdrawals`,
  security: msg`Security`,
  orders: msg`Orders and trades`,
  income: msg`Income`,
  service: msg`Customer service`,
  account: msg`Verification and level`,
};

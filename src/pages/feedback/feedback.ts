/** The words for a feedback's state. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FeedbackStatus } from '../../../contract/calls/feedback';
import type { StatusKind } from '../../components/StatusTag';

export const STATUS_NAMES: Readonly<Record<FeedbackStatus, MessageDescriptor>> = {
  'awaiting-reply': msg`Awaiting reply`,
  replied: msg`Replied`,
};

export const STATUS_KINDS: Readonly<Record<FeedbackStatus, StatusKind>> = {
  'awaiting-reply': 'review',
  replied: 'done',
};

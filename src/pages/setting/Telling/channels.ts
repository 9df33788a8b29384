import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { NoticeChannel } from '../../../../contract/notices';

export const CHANNEL_NAMES: Record<NoticeChannel, MessageDescriptor> = {
  app: msg`In the app`,
  mail: msg`E-mail`,
  push: msg`Push`,
};

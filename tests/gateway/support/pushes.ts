import { webPushSender, type PushSender } from '../../../gateway/adapters/push';

/** For gateways that push to nobody. */
export const noPushes: PushSender = {
  ...webPushSender({ contact: 'mailto:test@rab.invalid', allowsPrivate: true }),
  send: () => Promise.reject(new Error('no pushes here')),
};

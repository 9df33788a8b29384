/** Live changes. */
import { Refusal, type Handlers } from '../call-context';

const notOpen = () => Promise.reject(new Refusal('not-open'));

export const liveHandlers: Handlers<'liveEvents'> = {
  liveEvents: notOpen,
};

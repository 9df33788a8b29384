/** The message that the gateway pushes to a device's service worker. It is encrypted on its way, and names no amount and no person. */
import * as z from 'zod/mini';
import { id } from './ids';

export const pushMessage = z.object({
  /** The notice's. */
  id,
  /** The finished sentence, in the device's language. */
  text: z.string().check(z.maxLength(300)),
  /** BCP 47. */
  lang: z.string(),
  /** The address behind the hash that a tap opens. */
  address: z.string().check(z.regex(/^\/pages\//), z.maxLength(300)),
  /** Notices of the same thing take each other's place. */
  tag: z.string(),
  /** The number on the app's icon. */
  unread: z.int().check(z.gte(0)),
});
export type PushMessage = z.output<typeof pushMessage>;

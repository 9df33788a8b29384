/** Images that calls of the contract name. */
import sharp from 'sharp';
import { uploadImage } from '../../../gateway/domain/uploads/upload-image';
import type { Tab } from '../support/harness';
import { done, type RealGateway } from './real-gateway';

/** The id of an image that the logged-in user has uploaded. */
export async function uploadedImage(gateway: RealGateway, tab: Tab): Promise<string> {
  const { id: userId, accountId } = done(await tab.api.invoke('userInfo', {}));
  const session = { sessionId: '1', userId, accountId };
  const request = { requestId: 'r', lang: 'EN', address: '192.0.2.1', userAgent: '', idempotencyKey: null } as const;
  const context = { ...request, call: 'uploadImage' as const, deps: gateway.deps, now: gateway.now(), session };
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } });
  return (await uploadImage(context, await picture.png().toBuffer())).id;
}

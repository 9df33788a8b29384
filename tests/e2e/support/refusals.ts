/** Answers of the gateway that a test puts in the place of a call's own, e.g. codes that only a race would bring about. */
import type { Page } from '@playwright/test';
import { GATEWAY_ERROR_NUMBERS, type GatewayErrorCode } from '../../../contract/errors';
import { calls, type CallName } from '../../../contract/index';
import { calledUri, sealForm } from '../../support/envelope-client';

/** The next call of that name is refused with `code` and never reaches the gateway. */
export async function refuseNext(page: Page, name: CallName, code: GatewayErrorCode, message: string): Promise<void> {
  const sealed = sealForm({ message }, 0);
  const json = { code: GATEWAY_ERROR_NUMBERS[code], handshake: sealed.get('handshake'), data: sealed.get('data') };
  let isDone = false;
  await page.route('**/api/**', async (route) => {
    const isMeant = !isDone && calledUri(route.request().postData() ?? '') === calls[name].uri;
    if (!isMeant) return route.fallback();
    isDone = true;
    return route.fulfill({ json });
  });
}

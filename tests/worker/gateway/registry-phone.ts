/** Somebody who has a phone number. */
import type { Tab } from '../support/harness';
import { done, PASSWORD, type RealGateway } from './real-gateway';

export const PHONE = '13912345678';

/** Asks for a code. @returns it */
async function loginByPhone(gateway: RealGateway, tab: Tab, purpose: 'login' | 'register'): Promise<string> {
  const { invitationCode } = gateway;
  done(
    await tab.api.invoke('sendSmsCode', { phone: PHONE, purpose, ...(purpose === 'register' && { invitationCode }) }),
  );
  return gateway.codeFor(PHONE);
}

/** Registers the phone number, and asks for a code to log in with. */
export async function phoneUser(gateway: RealGateway, tab: Tab): Promise<string> {
  const { invitationCode } = gateway;
  const code = await loginByPhone(gateway, tab, 'register');
  const { ticket } = done(await tab.api.invoke('checkRegisterInfo', { loginName: PHONE, invitationCode, code }));
  const other = await gateway.person().tab();
  done(await other.api.invoke('register', { ticket: ticket ?? '', nickname: 'Tao', password: PASSWORD }));
  return loginByPhone(gateway, tab, 'login');
}

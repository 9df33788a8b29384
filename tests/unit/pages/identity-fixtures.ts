/** Answers of identity and security. */
import {
  authenticatorSetup,
  realNameVerification,
  securityInfo,
  withdrawalMethods,
} from '../../../contract/calls/identity';
import type { CallOutput } from '../../../contract/index';
import { plainest, type Part } from '../support/plainest';
import type { Handlers } from './fake-worker';
import { ASSETS, USER as SOMEBODY } from './fixtures';

export const SECURITY = plainest(securityInfo.output, { hasTradePassword: true, codesTo: 'li***@example.com' });

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';

export const USER = { ...SOMEBODY, nickname: 'Lin', identity: 'approved' as const };

export const IMAGE_ID = '0a1b2c3d-0000-4000-8000-00000000abcd';

export const RECORD = plainest(realNameVerification.output, {
  status: 'not-verified',
  fields: (['documentType', 'documentNumber', 'realName', 'images'] as const).map((field) => {
    return { field, state: 'missing' as const };
  }),
});

type Payments = CallOutput<'withdrawalMethods'>;

export const paymentsOf = (methods: Part<Payments['methods']>, changes: Part<Payments> = {}): Payments =>
  plainest(withdrawalMethods.output, { methods, waitMs: 86_400_000, networks: [{ network: 'BEP20' }], ...changes });

/** The chain address waits, the bank card can be used. */
export const METHODS = paymentsOf([
  {
    id: '7',
    kind: 'chain',
    network: 'BEP20',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    usableAt: Date.now() + 86_000_000,
    isServed: true,
  },
  {
    id: '8',
    kind: 'bank',
    bankName: 'Bank of Kelp',
    cardLast4: '4242',
    holderName: 'Lin Mei',
    branch: 'Bay',
    isServed: true,
  },
]).methods;

const SVG = btoa('<svg xmlns="http://www.w3.org/2000/svg"/>');

export const SETUP = plainest(authenticatorSetup.output, {
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/RAB:lin?issuer=RAB&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  setup: 's'.repeat(60),
  expiresAt: Date.now() + 600_000,
});

export const ANSWERS: Handlers = {
  realNameVerification: () => RECORD,
  ownImage: () => ({ width: 1, height: 1, webp: 'UklGRg==' }),
  avatars: () => ({
    avatars: ['hills-1', 'hills-2'].map((id) => ({ id, image: `data:image/svg+xml;base64,${SVG}` })),
  }),
  assets: () => ASSETS,
  tradingAccounts: () => ({
    accounts: [
      { id: '10', kind: 'main', name: '', isCurrent: true },
      { id: '11', kind: 'sub', name: 'Savings' },
    ],
  }),
  userInfo: () => USER,
  securityInfo: () => SECURITY,
  withdrawalMethods: () => paymentsOf([]),
  sessions: () => ({
    sessions: [
      { id: '1', userAgent: CHROME, isCurrent: true },
      { id: '2', userAgent: IPHONE },
    ],
  }),
  authenticatorSetup: () => SETUP,
};

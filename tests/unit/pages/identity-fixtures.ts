/** Answers of identity and security as the gateway gives them; the contract checks them. */
import type { CallOutput } from '../../../contract/index';
import { ASSETS } from './fixtures';

export const SECURITY: CallOutput<'securityInfo'> = {
  loginPasswordLockedUntil: null,
  hasTradePassword: true,
  tradePasswordLockedUntil: null,
  authenticatorBoundAt: null,
  authenticatorLockedUntil: null,
  recoveryCodesLeft: 0,
  withdrawalsClosedUntil: null,
  freeze: null,
  codesTo: 'li***@example.com',
};

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
const LONG_AGO = Date.UTC(2021, 10, 1, 8);

export const USER: CallOutput<'userInfo'> = {
  id: '1',
  nickname: 'Lin',
  avatar: null,
  invitationCode: 'ABCDEF',
  email: 'li***@example.com',
  phone: null,
  level: 0,
  hasTradePassword: true,
  hasAuthenticator: false,
  identity: 'approved',
  accountId: '10',
  registeredAt: LONG_AGO,
};

export const IMAGE_ID = '0a1b2c3d-0000-4000-8000-00000000abcd';

export const RECORD: CallOutput<'realNameVerification'> = {
  status: 'not-verified',
  documentType: null,
  documentNumber: null,
  realName: null,
  images: [],
  fields: (['documentType', 'documentNumber', 'realName', 'images'] as const).map((field) => {
    return { field, state: 'missing', reason: null };
  }),
  submittedAt: null,
  reviewedAt: null,
};

const CHAIN = { bankName: null, cardLast4: null, holderName: null, branch: null };
export const METHODS: CallOutput<'withdrawalMethods'>['methods'] = [
  {
    ...CHAIN,
    id: '7',
    kind: 'chain',
    network: 'BEP20',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    createdAt: LONG_AGO,
    usableAt: Date.now() + 86_000_000,
    isServed: true,
  },
  {
    id: '8',
    kind: 'bank',
    network: null,
    address: null,
    bankName: 'Bank of Kelp',
    cardLast4: '4242',
    holderName: 'Lin Mei',
    branch: 'Bay',
    createdAt: LONG_AGO,
    usableAt: LONG_AGO,
    isServed: true,
  },
];

export function paymentsOf(
  methods: CallOutput<'withdrawalMethods'>['methods'],
  changes: Partial<CallOutput<'withdrawalMethods'>> = {},
): CallOutput<'withdrawalMethods'> {
  return { methods, waitMs: 86_400_000, networks: [{ network: 'BEP20', isTest: false }], ...changes };
}

const SVG = btoa('<svg xmlns="http://www.w3.org/2000/svg"/>');

export const ANSWERS = {
  realNameVerification: () => RECORD,
  ownImage: (): CallOutput<'ownImage'> => ({ width: 1, height: 1, webp: 'UklGRg==' }),
  avatars: (): CallOutput<'avatars'> => ({
    avatars: ['hills-1', 'hills-2'].map((id) => ({ id, image: `data:image/svg+xml;base64,${SVG}` })),
  }),
  assets: () => ASSETS,
  tradingAccounts: (): CallOutput<'tradingAccounts'> => ({
    accounts: [
      { id: '10', kind: 'main', name: '', totalUsdt: '100.000000', isCurrent: true, createdAt: LONG_AGO },
      { id: '11', kind: 'sub', name: 'Savings', totalUsdt: '12.500000', isCurrent: false, createdAt: LONG_AGO },
    ],
  }),
  userInfo: () => USER,
  securityInfo: () => SECURITY,
  withdrawalMethods: () => paymentsOf([]),
  sessions: (): CallOutput<'sessions'> => ({
    sessions: [
      {
        id: '1',
        userAgent: CHROME,
        address: '203.0.113.*',
        createdAt: LONG_AGO,
        lastSeenAt: LONG_AGO,
        isCurrent: true,
      },
      {
        id: '2',
        userAgent: IPHONE,
        address: '198.51.100.*',
        createdAt: LONG_AGO,
        lastSeenAt: LONG_AGO,
        isCurrent: false,
      },
    ],
  }),
  authenticatorSetup: (): CallOutput<'authenticatorSetup'> => ({
    boundAt: null,
    recoveryCodesLeft: 0,
    lockedUntil: null,
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/RAB:lin?issuer=RAB&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    setup: 's'.repeat(60),
    expiresAt: Date.now() + 600_000,
  }),
};

/** Answers of identity and security as the gateway gives them; the contract checks them. */
import type { CallOutput } from '../../../contract/index';

export const SECURITY: CallOutput<'securityInfo'> = {
  loginPasswordLockedUntil: null,
  hasTradePassword: true,
  tradePasswordLockedUntil: null,
  authenticatorBoundAt: null,
  authenticatorLockedUntil: null,
  recoveryCodesLeft: 0,
  withdrawalsClosedUntil: null,
  codesTo: 'li***@example.com',
};

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
const LONG_AGO = Date.UTC(2026, 10, 1, 8);

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

export const ANSWERS = {
  userInfo: () => USER,
  securityInfo: () => SECURITY,
  paymentList: (): CallOutput<'paymentList'> => ({ methods: [], waitMs: 86_400_000 }),
  sessionList: (): CallOutput<'sessionList'> => ({
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
  getGoogle2Fa: (): CallOutput<'getGoogle2Fa'> => ({
    boundAt: null,
    recoveryCodesLeft: 0,
    lockedUntil: null,
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/RAB:lin?issuer=RAB&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    setup: 's'.repeat(60),
    expiresAt: Date.now() + 600_000,
  }),
};

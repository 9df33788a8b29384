/** Authenticator, sessions, real-name verification, withdrawal methods (rules.md §3, §9). */
import * as z from 'zod/mini';
import { defineCall, nameCall, nothing } from '../call';
import { id, timeMs } from '../ids';
import { password, secondFactor, sixDigits } from './session';

/**
 * What is bound, and a secret that `bindGoogle2Fa` or `modifyGoogle2Fa` can bind until `expiresAt`: show it as QR code (`uri`)
 * and as text. Every answer has another one; nothing is kept of it.
 */
export const getGoogle2Fa = defineCall({
  name: 'getGoogle2Fa',
  method: 'GET',
  uri: '/api/v1/user/getGoogle2Fa',
  access: 'user',
  effect: 'read',
  input: nothing,
  output: z.strictObject({
    boundAt: z.nullable(timeMs),
    recoveryCodesLeft: z.int(),
    lockedUntil: z.nullable(timeMs),
    /** Base32, to type in. */
    secret: z.string(),
    /** otpauth://totp/… */
    uri: z.string(),
    /** Goes back unchanged with the code. */
    setup: z.string(),
    expiresAt: timeMs,
  }),
});

const setup = z.string().check(z.regex(/^[A-Za-z0-9_-]{40,400}$/));
/** Ten codes that are used once each; they are never shown again. */
const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });
const SECURITY_STALES = ['userInfo', 'securityInfo'] as const;

/** Binds the first authenticator; `code` is one of the offered secret. Withdrawals stay closed for a while. */
export const bindGoogle2Fa = defineCall({
  name: 'bindGoogle2Fa',
  method: 'POST',
  uri: '/api/v1/user/bindGoogle2Fa',
  access: 'user',
  effect: 'write',
  input: z.strictObject({ setup, code: sixDigits, password }),
  output: recoveryCodes,
  errors: [
    'authenticator-already-bound',
    'setup-expired',
    'wrong-password',
    'password-locked',
    'wrong-authenticator-code',
  ],
  invalidates: SECURITY_STALES,
});

/** Replaces it: `current` is a code of the old one, or a recovery code. The recovery codes are replaced as well. */
export const modifyGoogle2Fa = defineCall({
  name: 'modifyGoogle2Fa',
  method: 'POST',
  uri: '/api/v1/user/modifyGoogle2Fa',
  access: 'user',
  effect: 'write',
  input: z.strictObject({ setup, code: sixDigits, current: secondFactor }),
  output: recoveryCodes,
  errors: [
    'needs-authenticator',
    'setup-expired',
    'wrong-authenticator-code',
    'authenticator-code-used',
    'authenticator-locked',
  ],
  invalidates: SECURITY_STALES,
});

/** What the security centre shows; moments are null when nothing is locked or closed. */
export const securityInfo = defineCall({
  name: 'securityInfo',
  method: 'GET',
  uri: '/api/v1/user/security',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  cache: { kind: 'record', maxAgeMs: 30_000 },
  input: nothing,
  output: z.strictObject({
    /** Changing passwords and binding an authenticator; logging in is never locked. */
    loginPasswordLockedUntil: z.nullable(timeMs),
    hasTradePassword: z.boolean(),
    tradePasswordLockedUntil: z.nullable(timeMs),
    authenticatorBoundAt: z.nullable(timeMs),
    authenticatorLockedUntil: z.nullable(timeMs),
    recoveryCodesLeft: z.int(),
    /** After a change of password, authenticator, e-mail or phone. */
    withdrawalsClosedUntil: z.nullable(timeMs),
    /** Where codes go, masked. */
    codesTo: z.string(),
  }),
});

/** The open sessions, the latest used first. */
export const sessionList = defineCall({
  name: 'sessionList',
  method: 'GET',
  uri: '/api/v1/user/sessions',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  cache: { kind: 'record', maxAgeMs: 30_000 },
  input: nothing,
  output: z.strictObject({
    sessions: z.array(
      z.strictObject({
        id,
        /** What the browser says of itself. */
        userAgent: z.string(),
        /** Masked. */
        address: z.string(),
        createdAt: timeMs,
        lastSeenAt: timeMs,
        isCurrent: z.boolean(),
      }),
    ),
  }),
});

export const revokeSession = defineCall({
  name: 'revokeSession',
  method: 'POST',
  uri: '/api/v1/user/revokeSession',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  input: z.strictObject({ id }),
  output: nothing,
  errors: ['not-found'],
  invalidates: ['sessionList'],
});

export const revokeOtherSessions = defineCall({
  name: 'revokeOtherSessions',
  method: 'POST',
  uri: '/api/v1/user/revokeOtherSessions',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  input: nothing,
  output: z.strictObject({ revoked: z.int() }),
  invalidates: ['sessionList'],
});

export const docert = nameCall('docert', 'POST', '/api/v1/user/docert');
export const identityStore = nameCall('identityStore', 'POST', '/api/v1/user/identity-store');
export const identityInfo = nameCall('identityInfo', 'GET', '/api/v1/user/identity-info');
export const addBankPayment = nameCall('addBankPayment', 'POST', '/api/v1/user/add-bank-payment');
export const addChainPayment = nameCall('addChainPayment', 'POST', '/api/v1/user/add-chain-payment');
export const paymentList = nameCall('paymentList', 'GET', '/api/v1/user/payment-list');

/** Authenticator, sessions, real-name verification, withdrawal methods (docs/rules.md §3, §9). */
import * as z from 'zod/mini';
import { defineCall, noAnswer, nothing } from '../call';
import { cardNumber } from '../card-number';
import { id, lineOfText, timeMs, uuid } from '../ids';
import { identityStatus } from './profile';
import { password, secondFactor, sixDigits, tradePassword } from './session';

/**
 * Tells what the person has bound, and offers a secret that `bindAuthenticator` or `replaceAuthenticator` can bind until `expiresAt`:
 * show the secret as QR code (`uri`) and as text. Every answer has another secret; nothing is kept of it.
 */
export const authenticatorSetup = defineCall({
  name: 'authenticatorSetup',
  method: 'GET',
  uri: '/api/v1/user/getGoogle2Fa',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  input: nothing,
  output: z.object({
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
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Binds the first authenticator; `code` is one of the offered secret. Withdrawals stay closed for a while. */
export const bindAuthenticator = defineCall({
  name: 'bindAuthenticator',
  method: 'POST',
  uri: '/api/v1/user/bindGoogle2Fa',
  access: 'user',
  effect: 'write',
  changes: ['security'],
  closedByFreeze: true,
  input: z.strictObject({ setup, code: sixDigits, password }),
  example: { setup: 'x'.repeat(60), code: '123456', password: 'quiet-lapis-77' },
  output: recoveryCodes,
  errors: [
    'authenticator-already-bound',
    'setup-expired',
    'wrong-password',
    'password-locked',
    'wrong-authenticator-code',
  ],
});

/** Replaces it: `current` is a code of the old one, or a recovery code. The recovery codes are replaced as well. */
export const replaceAuthenticator = defineCall({
  name: 'replaceAuthenticator',
  method: 'POST',
  uri: '/api/v1/user/modifyGoogle2Fa',
  access: 'user',
  effect: 'write',
  changes: ['security'],
  closedByFreeze: true,
  input: z.strictObject({ setup, code: sixDigits, current: secondFactor }),
  example: { setup: 'x'.repeat(60), code: '123456', current: '123456' },
  output: recoveryCodes,
  errors: [
    'needs-authenticator',
    'setup-expired',
    'wrong-authenticator-code',
    'authenticator-code-used',
    'authenticator-locked',
  ],
});

/** The authenticator was not lost: operators do not take it off (`authenticatorResetAt` of `securityInfo`). */
export const keepAuthenticator = defineCall({
  name: 'keepAuthenticator',
  method: 'POST',
  uri: '/api/v1/user/keepGoogle2Fa',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['security'],
  input: nothing,
  output: noAnswer,
  errors: ['not-found'],
});

/** The security centre shows this; moments are null when nothing is locked or closed. */
export const securityInfo = defineCall({
  name: 'securityInfo',
  method: 'GET',
  uri: '/api/v1/user/security',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['security'],
  cache: { kind: 'record', maxAgeMs: 30_000 },
  input: nothing,
  output: z.object({
    /** Changing passwords and binding an authenticator; logging in is never locked. */
    loginPasswordLockedUntil: z.nullable(timeMs),
    hasTradePassword: z.boolean(),
    tradePasswordLockedUntil: z.nullable(timeMs),
    authenticatorBoundAt: z.nullable(timeMs),
    authenticatorLockedUntil: z.nullable(timeMs),
    recoveryCodesLeft: z.int(),
    /** After a change of password, authenticator, e-mail or phone. */
    withdrawalsClosedUntil: z.nullable(timeMs),
    /** Operators take the authenticator off at this time, because its loss was told to them; absent when they do not. */
    authenticatorResetAt: z.optional(timeMs),
    /** The e-mail address or number that codes go to, masked. */
    codesTo: z.string(),
    /** Null for an account that is not frozen; `thawsAt` once a thaw was asked for, `waitMs` how long after that. */
    freeze: z.nullable(z.object({ frozenAt: timeMs, thawsAt: z.nullable(timeMs), waitMs: z.int() })),
  }),
});

/** The open sessions, the latest used first. */
export const sessions = defineCall({
  name: 'sessions',
  method: 'GET',
  uri: '/api/v1/user/sessions',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['sessions'],
  cache: { kind: 'record', maxAgeMs: 30_000 },
  input: nothing,
  output: z.object({
    sessions: z.array(
      z.object({
        id,
        /** The browser says this of itself. */
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
  changes: ['sessions'],
  input: z.strictObject({ id }),
  example: { id: '1' },
  output: noAnswer,
  errors: ['not-found'],
});

export const revokeOtherSessions = defineCall({
  name: 'revokeOtherSessions',
  method: 'POST',
  uri: '/api/v1/user/revokeOtherSessions',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['sessions'],
  input: nothing,
  output: z.object({ revoked: z.int() }),
});

const identityField = z.enum(['documentType', 'documentNumber', 'realName', 'images']);
export type IdentityField = z.output<typeof identityField>;
const documentType = z.enum(['id-card', 'passport', 'driving-licence']);
export type DocumentType = z.output<typeof documentType>;
export const documentNumber = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{5,30}$/));
export const personName = lineOfText(60);
/** Pictures of a document. */
export const MAX_DOCUMENT_IMAGES = 3;

const identityRecord = z.object({
  status: identityStatus,
  documentType: z.nullable(documentType),
  /** Masked. */
  documentNumber: z.nullable(z.string()),
  realName: z.nullable(z.string()),
  /** Ids of uploads; `ownImage` shows them. */
  images: z.array(uuid),
  /** Each field with its state; the operator's reason where it failed. */
  fields: z.array(
    z.object({
      field: identityField,
      state: z.enum(['missing', 'entered', 'pending-review', 'approved', 'failed']),
      reason: z.nullable(z.string()),
    }),
  ),
  submittedAt: z.nullable(timeMs),
  reviewedAt: z.nullable(timeMs),
});

export const realNameVerification = defineCall({
  name: 'realNameVerification',
  method: 'GET',
  uri: '/api/v1/user/identity-info',
  access: 'user',
  effect: 'read',
  shows: ['identity'],
  cache: { kind: 'record', maxAgeMs: 30_000 },
  input: nothing,
  output: identityRecord,
});

/**
 * Keeps what is filled in so far, any part of it, without handing it in. After a failed review only the failed fields can
 * be entered anew. Images are ids that `uploadImage` answered.
 */
export const saveRealName = defineCall({
  name: 'saveRealName',
  method: 'POST',
  uri: '/api/v1/user/identity-store',
  access: 'user',
  effect: 'write',
  changes: ['identity'],
  input: z.strictObject({
    documentType: z.optional(documentType),
    documentNumber: z.optional(documentNumber),
    realName: z.optional(personName),
    images: z.optional(z.array(uuid).check(z.minLength(1), z.maxLength(MAX_DOCUMENT_IMAGES))),
  }),
  example: {
    documentType: 'passport',
    documentNumber: 'G12345678',
    realName: 'Lin Mei',
    images: ['00000000-0000-4000-8000-000000000001'],
  },
  output: identityRecord,
  errors: ['identity-closed', 'not-found'],
});

/** Hands in what `saveRealName` kept, for review. */
export const handInRealName = defineCall({
  name: 'handInRealName',
  method: 'POST',
  uri: '/api/v1/user/docert',
  access: 'user',
  effect: 'write',
  changes: ['identity'],
  input: nothing,
  output: identityRecord,
  errors: ['identity-closed', 'identity-incomplete'],
});

/** A copy of one of the user's own uploads: `webp` is base64, its longer side at most 320 or 1600 px. Never kept. */
export const ownImage = defineCall({
  name: 'ownImage',
  method: 'GET',
  uri: '/api/v1/common/img',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  input: z.strictObject({ id: uuid, size: z.enum(['small', 'large']) }),
  example: { id: '00000000-0000-4000-8000-000000000001', size: 'small' },
  output: z.object({ width: z.int(), height: z.int(), webp: z.string() }),
  errors: ['not-found', 'rate-limited'],
});

export const network = z.enum(['BEP20', 'TRC20']);
export type Network = z.output<typeof network>;

/** A crypto address (`network`, `address`) or a bank card (the rest). */
const withdrawalMethod = z.object({
  id,
  kind: z.enum(['chain', 'bank']),
  network: z.nullable(network),
  address: z.nullable(z.string()),
  bankName: z.nullable(z.string()),
  /** All that is ever shown of the number. */
  cardLast4: z.nullable(z.string()),
  holderName: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  createdAt: timeMs,
  /** The person can withdraw to it from this time on. */
  usableAt: timeMs,
  /** The gateway pays to it: always to a card, to an address while its network is among the ones that it serves. */
  isServed: z.boolean(),
});

/** The whitelist of what can be withdrawn to, the oldest first. */
export const withdrawalMethods = defineCall({
  name: 'withdrawalMethods',
  method: 'GET',
  uri: '/api/v1/user/payment-list',
  access: 'user',
  effect: 'read',
  shows: ['methods'],
  cache: { kind: 'record', maxAgeMs: 30_000 },
  input: nothing,
  output: z.object({
    methods: z.array(withdrawalMethod),
    /** A new withdrawal method waits this long, ms. */
    waitMs: z.int(),
    /** Withdrawals are paid over these networks, and addresses can be added for them; empty when none is configured. */
    networks: z.array(z.object({ network, isTest: z.boolean() })),
  }),
});

/** Checks the length only; the gateway knows the networks' rules. */
export const chainAddress = z.string().check(z.trim(), z.minLength(20), z.maxLength(100));

/** `isLookAlikeSeen`: the person was shown that a known address (`known` of the refusal) looks the same, and means it. */
export const addChainMethod = defineCall({
  name: 'addChainMethod',
  method: 'POST',
  uri: '/api/v1/user/add-chain-payment',
  access: 'user',
  effect: 'write',
  changes: ['methods'],
  closedByFreeze: true,
  input: z.strictObject({
    network,
    address: chainAddress,
    isLookAlikeSeen: z.optional(z.boolean()),
    tradePassword,
  }),
  example: { network: 'BEP20', address: '0x00000000000000000000000000000000000000A1', tradePassword: '246810' },
  output: withdrawalMethod,
  errors: [
    'network-closed',
    'address-invalid',
    'address-checksum',
    'address-other-network',
    'address-look-alike',
    'method-exists',
    'limit-reached',
    'needs-trade-password',
    'wrong-trade-password',
    'trade-password-locked',
  ],
});

export const bankName = lineOfText(60);
export const branch = lineOfText(100);

/** `holderName` has to be the verified name: without one the answer is 4901. */
export const addBankMethod = defineCall({
  name: 'addBankMethod',
  method: 'POST',
  uri: '/api/v1/user/add-bank-payment',
  access: 'user',
  effect: 'write',
  changes: ['methods'],
  closedByFreeze: true,
  input: z.strictObject({
    bankName,
    cardNumber,
    holderName: personName,
    branch,
    tradePassword,
  }),
  example: {
    bankName: 'Bank of Kelp',
    cardNumber: '4242 4242 4242 4242',
    holderName: 'Lin Mei',
    branch: 'Bay',
    tradePassword: '246810',
  },
  output: withdrawalMethod,
  errors: [
    'needs-identity',
    'holder-mismatch',
    'method-exists',
    'limit-reached',
    'needs-trade-password',
    'wrong-trade-password',
    'trade-password-locked',
  ],
});

export const removeMethod = defineCall({
  name: 'removeMethod',
  method: 'POST',
  uri: '/api/v1/user/remove-payment',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['methods'],
  closedByFreeze: true,
  input: z.strictObject({ id }),
  example: { id: '1' },
  output: noAnswer,
  errors: ['not-found'],
});

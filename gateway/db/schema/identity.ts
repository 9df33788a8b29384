/** The tables of users, sessions and codes as the query builder sees them; the rules are in migrations/0002_identity.sql and 0027_guessing.sql. */
import { sql } from 'drizzle-orm';
import { bigint, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { LangCode } from '../../../contract/ids';
import { idColumn, identityColumn, timeMsColumn } from './columns';

export const users = pgTable('users', {
  id: identityColumn('id'),
  nickname: text('nickname').notNull(),
  avatar: text('avatar'),
  email: text('email'),
  phone: text('phone'),
  loginPasswordHash: text('login_password_hash'),
  tradePasswordHash: text('trade_password_hash'),
  tradeTries: smallint('trade_tries').notNull().default(0),
  tradeLockedUntil: timeMsColumn('trade_locked_until'),
  invitationCode: text('invitation_code').notNull(),
  inviterId: idColumn('inviter_id'),
  level: smallint('level').notNull().default(0),
  identityStatus: text('identity_status')
    .$type<'not-verified' | 'pending-review' | 'approved' | 'failed'>()
    .notNull()
    .default('not-verified'),
  authenticatorBoundAt: timeMsColumn('authenticator_bound_at'),
  securityChangedAt: timeMsColumn('security_changed_at'),
  sessionEpoch: integer('session_epoch').notNull().default(0),
  lang: text('lang').$type<LangCode>(),
  createdAt: timeMsColumn('created_at').notNull(),
});

export const tradingAccounts = pgTable('trading_accounts', {
  id: identityColumn('id'),
  userId: idColumn('user_id').notNull(),
  kind: text('kind').$type<'main' | 'sub'>().notNull(),
  name: text('name').notNull(),
  createdAt: timeMsColumn('created_at').notNull(),
});

export const sessions = pgTable('sessions', {
  id: identityColumn('id'),
  userId: idColumn('user_id').notNull(),
  accountId: idColumn('account_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  userAgent: text('user_agent').notNull(),
  address: text('address').notNull(),
  createdAt: timeMsColumn('created_at').notNull(),
  lastSeenAt: timeMsColumn('last_seen_at').notNull(),
  expiresAt: timeMsColumn('expires_at').notNull(),
  revokedAt: timeMsColumn('revoked_at'),
  replacesId: idColumn('replaces_id'),
  epoch: integer('epoch').notNull(),
  lineId: idColumn('line_id')
    .notNull()
    .default(sql`nextval('session_lines')`),
  deviceHash: text('device_hash'),
});

export const knownDevices = pgTable(
  'known_devices',
  {
    userId: idColumn('user_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    epoch: integer('epoch').notNull(),
    usedAt: timeMsColumn('used_at').notNull(),
    wrongTries: integer('wrong_tries').notNull().default(0),
    wrongSince: timeMsColumn('wrong_since'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);

export type CodePurpose = 'register' | 'login' | 'forget' | 'login-password' | 'trade-password' | 'withdraw' | 'thaw';

export const verificationCodes = pgTable(
  'verification_codes',
  {
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    accountKey: text('account_key').notNull(),
    codeHash: text('code_hash').notNull(),
    sentAt: timeMsColumn('sent_at').notNull(),
    resendAt: timeMsColumn('resend_at').notNull(),
    expiresAt: timeMsColumn('expires_at').notNull(),
    triesLeft: smallint('tries_left').notNull(),
    wrongTries: integer('wrong_tries').notNull().default(0),
    usedAt: timeMsColumn('used_at'),
  },
  (table) => [primaryKey({ columns: [table.purpose, table.accountKey] })],
);

export type TicketPurpose = 'register' | 'forget' | 'second-step';

export const tickets = pgTable('tickets', {
  ticketHash: text('ticket_hash').primaryKey(),
  purpose: text('purpose').$type<TicketPurpose>().notNull(),
  payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
  expiresAt: timeMsColumn('expires_at').notNull(),
  usedAt: timeMsColumn('used_at'),
});

export const captchas = pgTable('captchas', {
  id: text('id').primaryKey(),
  salt: text('salt').notNull(),
  difficultyBits: smallint('difficulty_bits').notNull(),
  expiresAt: timeMsColumn('expires_at').notNull(),
  usedAt: timeMsColumn('used_at'),
});

export const captchaDemands = pgTable('captcha_demands', {
  addressKey: text('address_key').primaryKey(),
  difficultyBits: smallint('difficulty_bits').notNull(),
  expiresAt: timeMsColumn('expires_at').notNull(),
});

export const loginFailures = pgTable(
  'login_failures',
  {
    kind: text('kind').$type<'account' | 'address'>().notNull(),
    subjectKey: text('subject_key').notNull(),
    count: integer('count').notNull(),
    lastAt: timeMsColumn('last_at').notNull(),
    episodeTries: integer('episode_tries').notNull().default(0),
    toldAt: timeMsColumn('told_at'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subjectKey] })],
);

export const loginTries = pgTable('login_tries', {
  id: identityColumn('id'),
  accountKey: text('account_key').notNull(),
  triedAt: timeMsColumn('tried_at').notNull(),
});

export const outboundMessages = pgTable('outbound_messages', {
  id: identityColumn('id'),
  sealed: text('sealed'),
  state: text('state').$type<'waiting' | 'sent' | 'given-up'>().notNull(),
  attempts: smallint('attempts').notNull().default(0),
  nextAttemptAt: timeMsColumn('next_attempt_at').notNull(),
  createdAt: timeMsColumn('created_at').notNull(),
  expiresAt: timeMsColumn('expires_at').notNull(),
});

/** Secrets that somebody with a session or a password may guess at; wrong tries are counted per user. */
export type SecretKind = 'login-password' | 'authenticator';

export const secretTries = pgTable(
  'secret_tries',
  {
    userId: idColumn('user_id').notNull(),
    kind: text('kind').$type<SecretKind>().notNull(),
    tries: smallint('tries').notNull(),
    lockedUntil: timeMsColumn('locked_until'),
    locks: smallint('locks').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

export const authenticators = pgTable('authenticators', {
  userId: idColumn('user_id').primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  boundAt: timeMsColumn('bound_at').notNull(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: idColumn('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    usedAt: timeMsColumn('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

export const ownAvatars = pgTable('own_avatars', {
  userId: idColumn('user_id').primaryKey(),
  image: text('image').notNull(),
});

/** Authenticators that operators take off (migrations/0033_authenticator_resets.sql); at most one of a user waits. */
export const authenticatorResets = pgTable('authenticator_resets', {
  id: identityColumn('id'),
  userId: idColumn('user_id').notNull(),
  proposedBy: text('proposed_by').notNull(),
  approvedBy: text('approved_by').notNull(),
  identityCheck: text('identity_check').notNull(),
  approvedAt: timeMsColumn('approved_at').notNull(),
  dueAt: timeMsColumn('due_at').notNull(),
  endedAt: timeMsColumn('ended_at'),
  outcome: text('outcome').$type<'done' | 'kept-by-user' | 'kept-by-operator' | 'void'>(),
});

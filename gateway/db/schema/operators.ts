/** Operators, their keys, and their proposals to each other (migrations 0023 and 0024). */
import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, identityColumn, timeMsColumn } from './columns';

export const OPERATOR_ROLES = ['support', 'reviewer', 'finance', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export const operators = pgTable('operators', {
  id: identityColumn('id'),
  name: text('name').notNull(),
  role: text('role').$type<OperatorRole>().notNull(),
  /** The operator's own account on the platform. */
  userId: idColumn('user_id'),
  enrolledAt: timeMsColumn('enrolled_at').notNull(),
  revokedAt: timeMsColumn('revoked_at'),
});

export const operatorKeys = pgTable('operator_keys', {
  /** The raw 32 bytes of the Ed25519 public key, base64. */
  publicKey: text('public_key').primaryKey(),
  operatorId: idColumn('operator_id').notNull(),
  addedAt: timeMsColumn('added_at').notNull(),
  revokedAt: timeMsColumn('revoked_at'),
});

/** At most one row: the code that enrols without another operator, as a keyed hash. */
export const operatorCode = pgTable('operator_code', {
  isOnly: boolean('is_only').primaryKey().default(true),
  hash: text('hash').notNull(),
  at: timeMsColumn('at').notNull(),
});

/** Statements that were seen: each counts once. */
export const operatorNonces = pgTable('operator_nonces', {
  nonce: uuid('nonce').primaryKey(),
  seenAt: timeMsColumn('seen_at').notNull(),
});

export const PROPOSAL_STATES = ['open', 'executed', 'rejected'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const operatorProposals = pgTable('operator_proposals', {
  id: identityColumn('id'),
  command: text('command').notNull(),
  input: jsonb('input').$type<unknown>().notNull(),
  /** Lines that the command printed when it was rehearsed. */
  preview: jsonb('preview').$type<string[]>().notNull(),
  proposedBy: text('proposed_by').notNull(),
  at: timeMsColumn('at').notNull(),
  expiresAt: timeMsColumn('expires_at').notNull(),
  state: text('state').$type<ProposalState>().notNull().default('open'),
  decidedBy: text('decided_by'),
  decidedAt: timeMsColumn('decided_at'),
  reason: text('reason'),
});

/** Tickets: proof that a code was entered rightly, spent by the step that follows. Only their hashes are stored. */
import * as z from 'zod/mini';
import type { TicketPurpose } from '../../../db/schema/identity';
import type { Tx } from '../../../db/transaction';
import { Refusal, type CallContext } from '../../call-context';
import { insertTicket, openTicket, spendTicket } from './code-repo';
import { TICKET_TTL_MS } from '../figures';
import { sameHash, tokenHash } from '../secrets/secrets';
import type { UserRow } from '../users/user-repo';

/** Names the password and the sessions that a ticket is issued beside: what changes or ends them makes it void. */
export function passwordMark({ loginPasswordHash, sessionEpoch }: UserRow): string {
  return tokenHash(`${sessionEpoch} ${loginPasswordHash ?? ''}`);
}

/** Returns whether nothing has changed the user's password or ended their sessions since the ticket was issued. */
export function isStillOf(user: UserRow, ticket: { passwordMark: string }): boolean {
  return sameHash(passwordMark(user), ticket.passwordMark);
}

export async function issueTicket(
  tx: Tx,
  { deps, now }: CallContext,
  purpose: TicketPurpose,
  payload: Record<string, string>,
): Promise<string> {
  const ticket = deps.ids.token();
  await insertTicket(tx, { ticketHash: tokenHash(ticket), purpose, payload, expiresAt: now + TICKET_TTL_MS[purpose] });
  return ticket;
}

/** Returns what a ticket stands for, without spending it. @throws Refusal ticket-expired */
export async function readTicket<S extends z.ZodMiniType>(
  { deps, now }: CallContext,
  purpose: TicketPurpose,
  ticket: string,
  schema: S,
): Promise<z.output<S>> {
  const payload = await openTicket(deps.db.db, purpose, tokenHash(ticket), now);
  if (!payload) throw new Refusal('ticket-expired');
  return z.parse(schema, payload);
}

/** Spends a ticket with the transaction of the step that it allows. @throws Refusal ticket-expired */
export async function redeemTicket(tx: Tx, ticket: string, now: number): Promise<void> {
  if (!(await spendTicket(tx, tokenHash(ticket), now))) throw new Refusal('ticket-expired');
}

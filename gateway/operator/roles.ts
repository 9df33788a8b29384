/** Decides by role: an operator has one role, a command names the least one that it needs (docs/rules.md §12). */
import { OPERATOR_ROLES, type OperatorRole } from '../db/schema/operators';

export type Role = OperatorRole;

/**
 * The roles that may do a command which names this one. Reviewers decide about people and disputes, finance about money: neither
 * stands above the other. Everybody may look where support may.
 */
const ALLOWED: Readonly<Record<Role, readonly Role[]>> = {
  support: OPERATOR_ROLES,
  reviewer: ['reviewer', 'admin'],
  finance: ['finance', 'admin'],
  admin: ['admin'],
};

/** True when an operator of the role `held` may do a command that names `needed`. */
export function mayDo(held: Role, needed: Role): boolean {
  return ALLOWED[needed].includes(held);
}

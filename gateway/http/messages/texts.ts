/** The shape of one language's texts. */
import type { GatewayErrorCode } from '../../../contract/errors';
import type { AmountProblem } from '../../../contract/money';

/** Reasons to refuse one input field. */
export type FieldProblem =
  | AmountProblem
  | 'required'
  | 'invalid'
  | 'too-short'
  | 'too-long'
  | 'too-small'
  | 'too-big'
  | 'bad-email'
  | 'bad-card'
  | 'reserved-name'
  | 'unknown-field';

/**
 * A text, or a plain one and a fuller one for when its figures are known. Figures: {triesLeft}, {minutes} until
 * `lockedUntil`, {seconds} of `retryAfterMs` or {wait} with its unit, {available}, {limit}, {lowest} and {highest},
 * {price}, {network},
 * {asset}.
 */
export type ErrorText = string | readonly [plain: string, detailed: string];

export interface Messages {
  errors: Record<GatewayErrorCode, ErrorText>;
  /** `{limit}` is the bound that was missed. */
  fields: Record<FieldProblem, string>;
}

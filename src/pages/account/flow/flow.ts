/**
 * Keeps values for the next step: of registering, a forgotten password, logging in, a changed password and withdrawing.
 * Mostly nobody is logged in then, so there is no user's database to keep it in: it lives in this tab's session storage, survives a reload, and is
 * gone when the flow ends or somebody logs in. Passwords and codes are never in it.
 */
export type FlowName =
  | 'register'
  | 'forgot'
  | 'login-sms'
  | 'second-step'
  | 'login-password'
  | 'trade-password'
  | 'thaw'
  | 'withdraw';

export interface Flow {
  /** E-mail address or phone number, as the schema made it. */
  loginName?: string;
  invitationCode?: string;
  /** The person can ask for the next code from this time on, by the gateway's clock, UTC ms. */
  resendAt?: number;
  /** The subject that the sent code counts for, where it does not count for everything. */
  subject?: string;
  /** The person has to use that code before this time, by the gateway's clock, UTC ms. */
  subjectUntil?: number;
  /** Proof that the code was right; spent by the last step. */
  ticket?: string;
}

const FLOWS: readonly FlowName[] = [
  'register',
  'forgot',
  'login-sms',
  'second-step',
  'login-password',
  'trade-password',
  'thaw',
  'withdraw',
];
const kept = new Map<FlowName, Flow>();

function key(name: FlowName): string {
  return `rab.flow.${name}`;
}

function isFlow(value: unknown): value is Flow {
  return typeof value === 'object' && value !== null;
}

/** Returns the values of a flow; empty when it has not begun. */
export function readFlow(name: FlowName): Flow {
  const known = kept.get(name);
  if (known) return known;
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key(name)) ?? '{}');
    return isFlow(stored) ? stored : {};
  } catch {
    return {};
  }
}

export function writeFlow(name: FlowName, flow: Flow): void {
  kept.set(name, flow);
  try {
    sessionStorage.setItem(key(name), JSON.stringify(flow));
  } catch {
    // Storage is refused: the flow lives as long as the page.
  }
}

export function clearFlows(): void {
  kept.clear();
  try {
    for (const name of FLOWS) sessionStorage.removeItem(key(name));
  } catch {
    // Storage is refused, so there is nothing in it.
  }
}

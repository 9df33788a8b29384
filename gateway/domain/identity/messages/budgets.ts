/**
 * Limits how much mail and SMS goes out (docs/rules.md §3), so that nobody runs up the operator's bill or floods a person.
 * Messages that anybody can cause without a session (`asked`) and messages that tell or serve the owner of an account (`own`:
 * codes asked for within a session, security mail) have counters of their own, and so has mail that tells of money: a flood of
 * asked codes, or of small deposits, takes nothing from the others. Requests are counted, not what is sent, so that nothing tells whether an account exists.
 */
import { consume, giveBack } from '../../../adapters/rate-limit';
import { Refusal, type Deps } from '../../call-context';
import type { Settings } from '../../settings/figures';
import { loadSettings } from '../../settings/settings';
import { CODE, HOUR_MS } from '../figures';
import type { NoticeMessage } from './mail-texts/text';
import { rangeOf } from '../secrets/network';
import { accountKey, rangeKey } from '../secrets/secrets';

export type BudgetKind = 'asked' | 'own' | 'told';

/** The budget that each notice is counted on. Null: the request that caused the notice was counted. */
export const NOTICE_BUDGET = {
  alreadyRegistered: null,
  // Strangers cause it.
  passwordGuessed: 'asked',
  deviceNew: 'own',
  passwordChanged: 'own',
  tradePasswordSet: 'own',
  tradePasswordChanged: 'own',
  authenticatorChanged: 'own',
  authenticatorLocked: 'own',
  authenticatorResetBegun: 'own',
  authenticatorRemoved: 'own',
  methodAdded: 'own',
  accountFrozen: 'own',
  thawBegun: 'own',
  thawTakenBack: 'own',
  accountThawed: 'own',
} as const satisfies Record<NoticeMessage, BudgetKind | null>;

export interface CountedMessage {
  budget: BudgetKind;
  /** E-mail address or mobile number. */
  to: string;
  /** The network address of whoever asks; null where nobody asks. */
  address: string | null;
}

export type SendingWay = 'mail' | 'sms';
type CounterKind = 'recipient' | 'network' | 'prefix' | 'total';
interface Counter {
  kind: CounterKind;
  key: string;
  points: number;
  windowMs: number;
}

const FIGURE = {
  mail: { asked: 'messages.mailAsked', own: 'messages.mailOwn', told: 'messages.mailTold' },
  // Nothing is told by SMS.
  sms: { asked: 'messages.smsAsked', own: 'messages.smsOwn', told: 'messages.smsOwn' },
} as const satisfies Record<SendingWay, Record<BudgetKind, keyof Settings>>;

/**
 * A recipient's window is as long as a code is valid: whenever it is used up, the newest code that was sent still holds, so that
 * nobody is kept from getting in by somebody else's asking.
 */
const RECIPIENT_WINDOW_MS = CODE.ttlMs;

/** The country that a number is charged to. Numbers are mainland ones; others would bring theirs along. */
function prefixOf(_phone: string): string {
  return '86';
}

function countersOf({ secret }: Deps, { budget, to, address }: CountedMessage, settings: Settings): Counter[] {
  const way: SendingWay = to.includes('@') ? 'mail' : 'sms';
  const figures = settings[FIGURE[way][budget]];
  const counter = (kind: CounterKind, points: number | undefined, subject: string, windowMs = HOUR_MS): Counter[] =>
    points === undefined ? [] : [{ kind, points, key: `message:${budget}:${way}:${kind}:${subject}`, windowMs }];
  return [
    ...counter('recipient', figures.recipient, accountKey(secret, to), RECIPIENT_WINDOW_MS),
    ...(address === null ? [] : counter('network', figures.network, rangeKey(secret, rangeOf(address)))),
    ...('prefix' in figures ? counter('prefix', figures.prefix, prefixOf(to)) : []),
    ...counter('total', figures.total, ''),
  ];
}

export type SpendOutcome =
  | { isAllowed: true; counted: Counter[] }
  | { isAllowed: false; kind: CounterKind; retryAfterMs: number };

/** Counts one message. What one budget refuses is not counted in the others. Call it outside transactions. */
export async function spend(deps: Deps, spending: CountedMessage): Promise<SpendOutcome> {
  const counted: Counter[] = [];
  for (const counter of countersOf(deps, spending, await loadSettings(deps.db.db))) {
    const { isAllowed, used, retryAfterMs } = await consume(deps, counter.key, counter);
    if (!isAllowed) {
      if (used === counter.points + 1) alertOf(deps, spending, counter.kind);
      await takeBackSpent(deps, counted);
      return { isAllowed: false, kind: counter.kind, retryAfterMs: Math.max(1, retryAfterMs) };
    }
    counted.push(counter);
  }
  return { isAllowed: true, counted };
}

/** Gives back the count of a message that was not sent after all. */
export async function takeBackSpent(deps: Deps, counted: readonly Counter[]): Promise<void> {
  for (const { key } of counted) await giveBack(deps, key);
}

/** Once per window: the operator looks who asks so much, or raises the figure. */
function alertOf({ log }: Deps, { budget, to }: CountedMessage, kind: CounterKind): void {
  const fields = { budget: `${to.includes('@') ? 'mail' : 'sms'} ${budget} ${kind}` };
  if (kind === 'recipient') log.warn('message-budget-exhausted', fields);
  else log.error('message-budget-exhausted', fields);
}

/** Counts one message while `send` queues it; what `send` throws gives it back. @throws Refusal rate-limited */
export async function withinBudget<T>(deps: Deps, spending: CountedMessage, send: () => Promise<T>): Promise<T> {
  const spent = await spend(deps, spending);
  if (!spent.isAllowed) throw new Refusal('rate-limited', { data: { retryAfterMs: spent.retryAfterMs } });
  return orTakeBack(deps, spent.counted, send);
}

/** Runs `send`; gives back what was counted for it when it throws. */
export async function orTakeBack<T>(deps: Deps, counted: readonly Counter[], send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    await takeBackSpent(deps, counted);
    throw error;
  }
}

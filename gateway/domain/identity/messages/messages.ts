/**
 * Mail and SMS to users. They are queued in the transaction that decides about them and sent afterwards, so that no answer
 * takes longer because something is sent (docs/rules.md §3: no timing tells whether an account exists) and none is lost when the
 * gateway stops. In the queue they are sealed; once sent, nothing of them is left.
 */
import * as z from 'zod/mini';
import { langCode, type LangCode } from '../../../../contract/ids';
import { withoutGuard, withTransaction, type Tx } from '../../../db/transaction';
import type { Deps } from '../../call-context';
import { NOTICE_BUDGET, orTakeBack, spend, type BudgetKind, type SendingWay } from './budgets';
import { CODE, DELIVERY } from '../figures';
import { freezeUrl } from './freeze-links';
import { MESSAGE_TEXTS } from './mail-texts';
import {
  CODE_MESSAGES,
  NOTICE_MESSAGES,
  type CodeMessage,
  type MessageTexts,
  type NoticeMessage,
  type WithdrawalSummary,
} from './mail-texts/text';
import { claimMessages, finishMessage, insertMessage, postponeMessage, type MessageRow } from './message-repo';
import { announce } from '../../live/announce';
import { seal, unseal } from '../secrets/secrets';
import { isSecurityMessage, securityNotice } from './security-notices';

export type Message =
  | { kind: CodeMessage; code: string }
  | ({ kind: 'withdrawCode'; code: string } & WithdrawalSummary)
  | { kind: NoticeMessage }
  /** Tells of something in ready words (gateway/domain/telling/letters.ts); by mail alone. */
  | { kind: 'letter'; subject: string; text: string; messageId: string };

/** `isSilent`: queued and settled like any other, but never sent; for accounts that do not exist. */
interface QueuedMessage {
  to: string;
  lang: LangCode;
  message: Message;
  isSilent: boolean;
  /** The token of the link that freezes the account. */
  freezeToken?: string | undefined;
  /** The user who gets the notice of this security mail when it has gone out; absent where it was told already. */
  ownerId?: string | undefined;
}

const envelopeSchema: z.ZodMiniType<QueuedMessage> = z.strictObject({
  to: z.string(),
  lang: langCode,
  message: z.union([
    z.strictObject({ kind: z.enum(CODE_MESSAGES), code: z.string() }),
    z.strictObject({ kind: z.literal('withdrawCode'), code: z.string(), amount: z.string(), target: z.string() }),
    z.strictObject({ kind: z.literal('letter'), subject: z.string(), text: z.string(), messageId: z.string() }),
    z.strictObject({ kind: z.enum(NOTICE_MESSAGES) }),
  ]),
  isSilent: z.boolean(),
  freezeToken: z.optional(z.string()),
  ownerId: z.optional(z.string()),
});

/** Every mail ends with this. */
const SIGNATURE = '\nRAB\n';

/** Queues a message with the caller's transaction. @param envelope `to`: an e-mail address or mobile number */
export async function queueMessage(
  tx: Tx,
  deps: Pick<Deps, 'secret'>,
  envelope: QueuedMessage,
  now: number,
): Promise<void> {
  const ttlMs = 'code' in envelope.message ? CODE.ttlMs : DELIVERY.noticeTtlMs;
  const sealed = seal(deps.secret, 'message', JSON.stringify(envelope));
  await insertMessage(tx, { sealed, now, expiresAt: now + ttlMs });
}

type Templated = Exclude<Message, { kind: 'letter' }>;

function textOf<W extends SendingWay>(
  texts: MessageTexts[W],
  message: Templated,
): ReturnType<MessageTexts[W]['withdrawCode']>;
function textOf(texts: MessageTexts[SendingWay], message: Templated) {
  const minutes = CODE.ttlMs / 60_000;
  if (!('code' in message)) return texts[message.kind]();
  if (message.kind === 'withdrawCode') return texts.withdrawCode(message.code, minutes, message);
  return texts[message.kind](message.code, minutes);
}

/** The mail with the link above its end; as it is where the gateway does not know its own address. */
function withFreezeLink({ publicUrl }: Deps, { lang, freezeToken }: QueuedMessage, text: string): string {
  if (publicUrl === null || freezeToken === undefined) return text;
  const note = `${MESSAGE_TEXTS[lang].freezeNote}\n${freezeUrl(publicUrl, freezeToken)}\n`;
  return text.endsWith(SIGNATURE) ? `${text.slice(0, -SIGNATURE.length)}\n${note}${SIGNATURE}` : `${text}\n${note}`;
}

/** @param id names the mail: it is the same each time that it is tried */
async function send(deps: Deps, envelope: QueuedMessage, id: string): Promise<void> {
  const { to, lang, message, isSilent } = envelope;
  if (isSilent) return;
  const { mail, sms } = MESSAGE_TEXTS[lang];
  if (message.kind === 'letter') {
    const { subject, text, messageId } = message;
    await deps.mailer.send({ to, lang, subject, text, id: messageId });
  } else if (to.includes('@')) {
    const { subject, text } = textOf<'mail'>(mail, message);
    await deps.mailer.send({ to, lang, subject, text: withFreezeLink(deps, envelope, text), id });
  } else await deps.sms.send({ to, lang, text: withFreezeLink(deps, envelope, textOf<'sms'>(sms, message)) });
}

/** Returns how long the next attempt waits after a failed one, ms. */
export function retryDelayMs(attempts: number): number {
  return Math.min(DELIVERY.maxRetryMs, DELIVERY.firstRetryMs * 2 ** Math.min(10, attempts - 1));
}

async function tellOwner(tx: Tx, { message: { kind }, ownerId }: QueuedMessage, now: number): Promise<void> {
  if (ownerId === undefined || !isSecurityMessage(kind)) return;
  await announce(tx, [{ to: ownerId, topics: [], notice: securityNotice(kind) }], now);
}

/** Null where the request that caused the message was counted. */
function budgetOf({ kind }: Message): BudgetKind | null {
  if (kind === 'letter') return 'told';
  return kind in NOTICE_BUDGET ? NOTICE_BUDGET[kind as NoticeMessage] : null;
}

/** @returns true if the message was sent now */
async function deliverOne(deps: Deps, row: MessageRow): Promise<boolean> {
  const { db } = deps.db;
  const now = deps.clock.now();
  const giveUp = async () => {
    await finishMessage(db, row.id, 'given-up');
    return false;
  };
  if (row.expiresAt <= now || row.sealed === null) return giveUp();
  let envelope: QueuedMessage;
  try {
    envelope = z.parse(envelopeSchema, JSON.parse(unseal(deps.secret, 'message', row.sealed)));
  } catch (error) {
    // Sealed with another secret: it will never be readable.
    deps.log.error('message-unreadable', { error });
    return giveUp();
  }
  const budget = envelope.isSilent ? null : budgetOf(envelope.message);
  const spent = budget && (await spend(deps, { budget, to: envelope.to, address: null }));
  // A notice waits for the next window, and is not lost.
  if (spent && !spent.isAllowed) {
    await postponeMessage(db, row.id, row.attempts, now + spent.retryAfterMs);
    return false;
  }
  try {
    await orTakeBack(deps, spent?.counted ?? [], () => send(deps, envelope, `message-${row.id}-${row.createdAt}`));
  } catch (error) {
    deps.log.warn('message-not-sent', { count: row.attempts + 1, error });
    await postponeMessage(db, row.id, row.attempts + 1, now + retryDelayMs(row.attempts + 1));
    return false;
  }
  await withTransaction(deps.db, async (tx) => {
    await finishMessage(tx, row.id, 'sent');
    await tellOwner(tx, envelope, now);
  });
  return true;
}

async function drain(deps: Deps): Promise<number> {
  for (let sent = 0; ;) {
    const now = deps.clock.now();
    const claimed = await withTransaction(deps.db, (tx) =>
      claimMessages(tx, { now, takenUntil: now + DELIVERY.claimMs, limit: DELIVERY.batch }),
    );
    if (claimed.length === 0) return sent;
    const outcomes = await Promise.all(claimed.map((row) => deliverOne(deps, row)));
    sent += outcomes.filter(Boolean).length;
  }
}

/** One run at a time per process: a second caller joins it, and the run looks once more before it ends. */
const running = new WeakMap<Deps, { again: boolean; done: Promise<number> }>();

/**
 * Sends every message that is due, each at least once; safe beside other gateways (they skip each other's claims). What
 * cannot be sent is tried again later, by the next call that is made then: call it from a job every few seconds.
 * Resolves when everything that was queued before the call was tried, with how many messages were sent.
 */
export function deliverMessages(deps: Deps): Promise<number> {
  const current = running.get(deps);
  if (current) {
    current.again = true;
    return current.done;
  }
  const run = { again: false, done: Promise.resolve(0) };
  const work = async (): Promise<number> => {
    let sent = 0;
    try {
      do {
        run.again = false;
        sent += await drain(deps);
      } while (run.again);
      return sent;
    } finally {
      running.delete(deps);
    }
  };
  running.set(deps, run);
  run.done = work();
  return run.done;
}

/** Resolves when the messages that are being sent just now, if any, have been tried. */
export async function deliveryUnderWay(deps: Deps): Promise<void> {
  await running.get(deps)?.done;
}

/** Starts sending without waiting for it. */
export function deliverSoon(deps: Deps): void {
  withoutGuard(deps.db, () => {
    deliverMessages(deps).catch((error: unknown) => deps.log.warn('delivery-failed', { error }));
  });
}

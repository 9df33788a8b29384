/** `otc trades|show|rule|say`: trades of USDT and their disputes (docs/rules.md §8). */
import * as z from 'zod/mini';
import { TRADE_STATES } from '../../contract/calls/otc-usdt-records';
import type { Tx } from '../db/transaction';
import { openCard } from '../domain/methods/cards';
import { messagesOf } from '../domain/otc/usdt/messages-repo';
import { rule, RulingError, sayAsOperator } from '../domain/otc/usdt/ruling';
import { fiatText, partyOf, priceText } from '../domain/otc/usdt/rules';
import {
  eventsOf,
  evidenceOf,
  findTrade,
  imagesOf,
  listTrades,
  rulingsOf,
  type TradeRow,
} from '../domain/otc/usdt/trades-repo';
import { usdt } from '../domain/otc/usdt/view';
import { isRecordId } from '../domain/paging';
import { uploadsById } from '../domain/uploads/repo';
import { defineCommand, OperatorError, refuseOwn, type OperatorContext } from './command';
import { shownPath } from './upload';
import { written } from './written';

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const id = z.string().check(z.refine(isRecordId, "must be a trade's id"));
const LISTED = ['open', ...TRADE_STATES] as const;

function facts(row: TradeRow) {
  return {
    id: row.id,
    state: row.state,
    buyer: row.buyerUserId,
    seller: row.sellerUserId,
    quantity: usdt(row.quantity),
    price: priceText(row.price),
    fiat: `${fiatText(row.fiatAmount)} ${row.fiat}`,
    takenAt: iso(row.createdAt),
    deadlineAt: iso(row.deadlineAt),
  };
}

export const otcTrades = defineCommand({
  name: 'otc trades',
  description: 'trades of USDT, the oldest first',
  audited: 'listed trades',
  options: [
    {
      flags: '--state <state>',
      text: 'open (not ended yet), dispute, paid, awaiting-payment, late-hold, completed, cancelled',
      default: 'open',
    },
    { flags: '--limit <count>', text: 'at most 200', as: 'count', default: 50 },
  ],
  role: 'support',
  schema: z.strictObject({
    state: z.enum(LISTED, { error: `must be one of ${LISTED.join(', ')}` }),
    limit: z.int().check(z.gte(1), z.lte(200)),
  }),
  run: async (tx, { state, limit }) => {
    const data = (await listTrades(tx, state === 'open' ? null : state, limit)).map(facts);
    return {
      lines: data.map((one) =>
        [
          one.id,
          one.state,
          `buyer ${one.buyer}`,
          `seller ${one.seller}`,
          `${one.quantity} USDT for ${one.fiat}`,
          one.takenAt,
          one.deadlineAt ?? '–',
        ].join('\t'),
      ),
      data,
      subject: null,
      detail: { state, listed: data.length },
    };
  },
});

/** Names the one who said something, in a word. */
function speaker(row: TradeRow, userId: string | null): string {
  return userId === null ? 'operator' : (partyOf(row, userId) ?? userId);
}

async function imagePaths(tx: Tx, tradeId: string): Promise<{ id: string; path: string; by: string }[]> {
  const rows = await uploadsById(tx, await imagesOf(tx, tradeId));
  return rows.map((row) => ({ id: row.id, path: shownPath(row), by: row.userId }));
}

export const otcShow = defineCommand({
  name: 'otc show',
  description: 'a trade of USDT: figures, payees, timeline, evidence, chat and where its images are',
  audited: 'looked at a trade',
  options: [{ flags: '<id>' }],
  role: 'reviewer',
  schema: z.strictObject({ id }),
  run: async (tx, input, _now, deps) => {
    const row = await findTrade(tx, input.id);
    if (!row) throw new OperatorError('state', `there is no trade ${input.id}`);
    const payees = row.payees.map(({ bankName, sealedCard }) => {
      const card = openCard(deps, { userId: row.sellerUserId, sealedCard });
      return { bankName, number: card?.number ?? null, holder: card?.holder ?? null, branch: card?.branch ?? null };
    });
    const evidence = (await evidenceOf(tx, [row.id])).map(({ userId, text, images, at }) => ({
      by: speaker(row, userId),
      text,
      images,
      at: iso(at),
    }));
    const messages = (await messagesOf(tx, row.id)).map(({ userId, text, image, createdAt }) => ({
      by: speaker(row, userId),
      text,
      image,
      at: iso(createdAt),
    }));
    const rulings = (await rulingsOf(tx, row.id)).map(({ actor, outcome, reason, at }) => ({
      actor,
      outcome,
      reason,
      at: iso(at),
    }));
    const steps = (await eventsOf(tx, [row.id])).map(({ step, by, reason, at }) => ({ step, by, reason, at: iso(at) }));
    const images = (await imagePaths(tx, row.id)).map((image) => ({ ...image, by: speaker(row, image.by) }));
    const shown = {
      ...facts(row),
      offer: row.offerId,
      buyerFee: usdt(row.buyerFee),
      sellerFee: usdt(row.sellerFee),
      paidAt: iso(row.paidAt),
      reference: row.reference,
      rulingsNeeded: row.rulingsNeeded,
      ruling: row.ruling,
      rulingReason: row.rulingReason,
      journal: row.journalId,
    };
    return {
      lines: [
        ...Object.entries(shown).map(([key, value]) => `${key}\t${written(value === null ? null : String(value))}`),
        ...payees.map(({ bankName, ...card }) =>
          ['payee', ...[bankName, card.number, card.holder, card.branch].map(written)].join('\t'),
        ),
        ...images.map(({ id: image, path, by }) => `image ${image}\t${by}\t${path} (below VAR_DIR)`),
        ...evidence.map(({ by, text, at }) => `${at}\tevidence of the ${by}\t${written(text)}`),
        ...messages.map(({ by, text, image, at }) => `${at}\t${by} said\t${written(text ?? `image ${image}`)}`),
        ...rulings.map(({ actor, outcome, reason, at }) => `${at}\truled by ${actor} for the ${outcome}\t${reason}`),
        ...steps.map(({ step, by, reason, at }) => `${at}\t${step} by ${by}${reason === null ? '' : `: ${reason}`}`),
      ],
      data: { ...shown, payees, images, evidence, messages, rulings, steps },
      subject: row.id,
      // The audit says who looked, not what was seen.
      detail: {},
    };
  },
});

/** The domain's refusal as a sentence for the operator. */
async function about<T>(number: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RulingError)) throw error;
    const { problem, row } = error;
    throw new OperatorError(
      'state',
      problem === 'unknown'
        ? `there is no trade ${number}`
        : `trade ${number} is ${row?.state}: this cannot be done with it now`,
    );
  }
}

const words = (max: number) => z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(max));

/** @throws OperatorError for a trade of the operator's own, on either side */
async function refuseOwnTrade(tx: Tx, number: string, context: OperatorContext): Promise<void> {
  const trade = await findTrade(tx, number);
  if (trade) refuseOwn(context, [trade.buyerUserId, trade.sellerUserId]);
}

export const otcRule = defineCommand({
  name: 'otc rule',
  description: 'a dispute; above otc.secondOperatorAbove two different operators have to rule alike',
  audited: 'ruled on a dispute',
  options: [
    { flags: '<id>' },
    { flags: '--for <side>', text: 'buyer or seller: who gets what is in escrow', required: true },
    { flags: '--reason <text>', text: 'why; both sides read it', required: true },
  ],
  needsClock: true,
  role: 'reviewer',
  schema: z.strictObject({
    id,
    for: z.enum(['buyer', 'seller'], { error: 'must be buyer or seller' }),
    reason: words(500),
  }),
  run: (tx, { id: number, for: outcome, reason }, now, context) =>
    about(number, async () => {
      await refuseOwnTrade(tx, number, context);
      const { actor } = context;
      const { row, alike, needed } = await rule(tx, { id: number, actor, outcome, reason, now });
      const detail = { for: outcome, reason, state: row.state, rulings: alike, rulingsNeeded: needed };
      const line = `trade ${number}: ruled for the ${outcome} by ${alike} of ${needed}`;
      return {
        lines: [row.state === 'dispute' ? `${line}; another operator has to rule so as well` : line],
        data: { id: number, ...detail },
        subject: number,
        detail,
      };
    }),
});

export const otcSayCommand = defineCommand({
  name: 'otc say',
  description: "to both sides in the trade's chat",
  audited: 'wrote into the chat of a trade',
  options: [{ flags: '<id>' }, { flags: '--text <text>', required: true }],
  role: 'reviewer',
  schema: z.strictObject({ id, text: words(1_000) }),
  run: (tx, input, now, context) =>
    about(input.id, async () => {
      // Both sides read it as the platform's word, so nobody may write it in a trade of their own.
      await refuseOwnTrade(tx, input.id, context);
      await sayAsOperator(tx, { id: input.id, text: input.text, now });
      return {
        lines: [`both sides of trade ${input.id} read it`],
        data: { id: input.id },
        subject: input.id,
        detail: { text: input.text },
      };
    }),
});

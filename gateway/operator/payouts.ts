/** `withdrawal status|halt|resume|raise-epoch|adopt-wallet|match|foreign|resolve|reissue`: halts of payouts and their end (docs/rules.md §4). */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { WITHDRAWAL_ASSET } from '../../contract/calls/withdrawals';
import { toAmount, unitsToDecimal } from '../../contract/money';
import type { Network } from '../../contract/calls/identity';
import type { Chain } from '../adapters/chain/chain';
import type { Tx } from '../db/transaction';
import { isRecordId } from '../domain/paging';
import { adoptWallet, matchPaid, nameForeign, returnSpent } from '../domain/withdrawals/explain';
import { endHalts, beginHalt } from '../domain/withdrawals/halts';
import { openHalts, type HaltRow } from '../domain/withdrawals/halts-repo';
import { markState, raiseEpoch } from '../domain/withdrawals/mark-repo';
import { unknownOutgoings } from '../domain/wallet/outgoings-repo';
import { candidatesFor } from '../domain/withdrawals/queue-repo';
import { askReissue } from '../domain/withdrawals/reissue';
import { ReviewError } from '../domain/withdrawals/review';
import { refuseOwnWithdrawal } from './withdrawal';
import { defineCommand, OperatorError, type Outcome } from './command';
import { explainer, explaining } from './explain-payouts';

const NETWORKS = ['BEP20', 'TRC20'] as const;
const network = z.enum(NETWORKS, { error: `must be one of ${NETWORKS.join(', ')}` });
const id = z.string().check(z.refine(isRecordId, "must be a withdrawal's id"));
const txId = z
  .string()
  .check(z.regex(/^0x[0-9a-f]{64}$/, "must be a transaction's id: 0x and 64 digits in lower case"));
const words = z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(200));
const iso = (ms: number) => new Date(ms).toISOString();

const haltFacts = ({ network: at, cause, reason, begunAt, begunBy }: HaltRow) => ({
  network: at ?? 'all',
  cause,
  reason,
  begunAt: iso(begunAt),
  begunBy,
});

/** Lists transfers that left wallets and that nobody here knows, with the withdrawals that they may have paid. */
async function unknownFacts(tx: Tx, chains: readonly Chain[]) {
  const found = await Promise.all(
    chains.map(async ({ network: at, decimals }) => {
      const rows = await unknownOutgoings(tx, at, 200);
      return rows.map((row) => ({ ...row, at, decimals }));
    }),
  );
  const facts = [];
  for (const { at, decimals, txId: tid, toAddress, raw, blockNumber } of found.flat()) {
    const candidates = await candidatesFor(tx, { network: at, address: toAddress, raw, decimals });
    const amount = unitsToDecimal(raw, decimals);
    facts.push({ network: at, txId: tid, to: toAddress, amount, blockNumber, candidates });
  }
  return facts;
}

export const withdrawalStatus = defineCommand({
  name: 'withdrawal status',
  description:
    'what halts payouts, and what left the wallet that nobody here knows; exit code 1 when there is something',
  audited: 'looked at what halts payouts',
  options: [],
  role: 'support',
  schema: z.strictObject({}),
  async run(tx, _input, _now, { chains }) {
    const halts = (await openHalts(tx)).map(haltFacts);
    const unknown = await unknownFacts(tx, chains);
    const { row, lineage } = await markState(tx);
    const mark = row && { epoch: iso(row.epoch), signatures: row.number, isThisDatabase: row.lineage === lineage };
    return {
      lines: [
        ...(halts.length === 0 ? ['Payouts are not halted.'] : []),
        ...halts.map(
          (one) => `halted\t${one.network}\t${one.cause}\t${one.reason}\tsince ${one.begunAt} by ${one.begunBy}`,
        ),
        ...unknown.map(
          (one) =>
            `unknown\t${one.network}\t${one.txId}\t${one.amount} USDT to ${one.to}\t` +
            (one.candidates.length > 0
              ? `may have paid ${one.candidates.join(', ')}`
              : 'no withdrawal of this amount waits'),
        ),
        mark === null
          ? 'nothing was paid from this database yet'
          : `epoch\t${mark.epoch}\t${mark.signatures} signatures`,
      ],
      data: { halts, unknown, mark },
      failed: halts.length > 0 || unknown.length > 0,
      subject: null,
      detail: {},
    };
  },
});

const scopeName = (at: Network | undefined) => at ?? 'every network';

export const withdrawalHalt = defineCommand({
  name: 'withdrawal halt',
  description: 'nothing is signed or sent any more',
  audited: 'halted payouts',
  options: [
    { flags: '--network <network>', text: 'BEP20 or TRC20; all when absent' },
    { flags: '--reason <text>', text: 'why; kept in the audit', required: true },
  ],
  role: 'finance',
  schema: z.strictObject({ network: z.optional(network), reason: words }),
  async run(tx, input, now, { actor }) {
    const at = input.network ?? null;
    const isNew = await beginHalt(tx, {
      network: at,
      cause: 'operator',
      reason: input.reason,
      begunBy: actor,
      begunAt: now,
    });
    if (!isNew)
      throw new OperatorError('state', `payouts over ${scopeName(input.network)} are halted by an operator already`);
    const detail = { network: at, reason: input.reason };
    return {
      lines: [`payouts over ${scopeName(input.network)} are halted; what an endpoint has already may still be taken`],
      data: detail,
      subject: at,
      detail,
    };
  },
});

const RESUMED = ['operator', 'disagrees'] as const;

export const withdrawalResume = defineCommand({
  name: 'withdrawal resume',
  description: "ends an operator's halt; a second operator accepts a difference between wallet and ledger",
  audited: 'let payouts go on',
  options: [{ flags: '--network <network>', text: 'BEP20 or TRC20; the halt of all networks when absent' }],
  needsClock: true,
  role: 'finance',
  schema: z.strictObject({ network: z.optional(network) }),
  // An operator's own halt ends with one of them; a difference between wallet and ledger is accepted by two.
  needsSecond: async (tx, input) =>
    (await openHalts(tx)).some((one) => one.cause === 'disagrees' && one.network === (input.network ?? null)),
  async run(tx, input, now, { actor }) {
    const at = input.network ?? null;
    const ended = await endHalts(tx, { network: at, causes: RESUMED, by: actor }, now);
    const left = (await openHalts(tx, at)).map(haltFacts);
    if (ended.length === 0) {
      const why = left.map(({ cause, reason }) => `${cause} (${reason})`).join('; ');
      throw new OperatorError(
        'state',
        left.length === 0
          ? `payouts over ${scopeName(input.network)} are not halted`
          : `no operator's halt of ${scopeName(input.network)} is there to end; it is halted for: ${why}`,
      );
    }
    const detail = { network: at, ended: ended.map(({ cause, finding }) => ({ cause, finding })), stillHalted: left };
    return {
      lines: [
        ...ended.map(({ cause, reason }) => `ended\t${cause}\t${reason}`),
        ...left.map((one) => `still halted\t${one.network}\t${one.cause}\t${one.reason}`),
      ],
      data: detail,
      subject: at,
      detail,
    };
  },
});

export const withdrawalRaiseEpoch = defineCommand({
  name: 'withdrawal raise-epoch',
  description: 'this database is the one to pay from, after a restore or a promotion; two operators',
  audited: 'raised the epoch of payouts',
  options: [{ flags: '--reason <text>', text: 'why; kept in the audit', required: true }],
  needsClock: true,
  role: 'admin',
  needsSecond: true,
  schema: z.strictObject({ reason: words }),
  async run(tx, { reason }, now, { actor }): Promise<Outcome> {
    const before = await markState(tx);
    const epoch = await raiseEpoch(tx, randomUUID(), now);
    await endHalts(tx, { network: null, causes: ['restored'], by: actor }, now);
    const detail = {
      before: before.row?.epoch ?? null,
      epoch,
      from: before.row?.lineage ?? null,
      to: before.lineage,
      reason,
    };
    return {
      lines: [
        'withdrawals are paid from this database from now on, by the gateways that run now; every other copy of it must be stopped',
      ],
      data: detail,
      subject: null,
      detail,
    };
  },
});

export const withdrawalAdoptWallet = defineCommand({
  name: 'withdrawal adopt-wallet',
  description: 'a wallet that has sent transactions before this database was set up; two operators',
  audited: 'adopted a wallet',
  options: [
    { flags: '--network <network>', text: 'BEP20', required: true },
    { flags: '--address <address>', text: 'of the wallet', required: true },
    { flags: '--next <count>', text: 'how many transactions it has sent', required: true, as: 'count' },
    { flags: '--reason <text>', text: 'why; kept in the audit', required: true },
  ],
  needsClock: true,
  role: 'admin',
  needsSecond: true,
  schema: z.strictObject({
    network,
    address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, "must be the wallet's address")),
    next: z.int().check(z.gte(0), z.lte(999_999)),
    reason: words,
  }),
  run: (tx, { reason, ...wallet }, now, { chains }) =>
    explaining(async () => {
      await adoptWallet(tx, chains, wallet, now);
      const detail = { ...wallet, reason };
      const lines = [`${wallet.address} pays withdrawals from its transaction ${wallet.next} on`];
      return { lines, data: detail, subject: wallet.address, detail };
    }),
});

const paid = (number: string, tid: string) => `withdrawal ${number} was paid by ${tid}; its hold is posted`;

export const withdrawalMatch = defineCommand({
  name: 'withdrawal match',
  description: 'a final transaction of the wallet has paid it, although it was not signed for it here; two operators',
  audited: 'matched a withdrawal with a transaction',
  options: [
    { flags: '<id>' },
    { flags: '--tx <id>', text: 'the transaction', required: true },
    { flags: '--reason <text>', text: 'what happened; the user reads it', required: true },
  ],
  needsClock: true,
  role: 'finance',
  needsSecond: true,
  schema: z.strictObject({ id, tx: txId, reason: words }),
  run: (tx, { id: number, tx: tid, reason }, now, context) =>
    explaining(async () => {
      await refuseOwnWithdrawal(tx, number, context);
      const row = await matchPaid(tx, context.chains, { id: number, txId: tid }, explainer(context, reason, now));
      const detail = { tx: tid, reason, journal: row.journalId };
      return { lines: [paid(number, tid)], data: { id: number, ...detail }, subject: number, detail };
    }),
});

export const withdrawalForeign = defineCommand({
  name: 'withdrawal foreign',
  description: 'a final transaction of the wallet has nothing to do with withdrawals; two operators',
  audited: 'explained a transaction of the wallet',
  options: [
    { flags: '--network <network>', text: 'BEP20', required: true },
    { flags: '--tx <id>', text: 'the transaction', required: true },
    { flags: '--reason <text>', text: 'why; kept in the audit', required: true },
  ],
  needsClock: true,
  role: 'finance',
  needsSecond: true,
  schema: z.strictObject({ network, tx: txId, reason: words }),
  run: (tx, { network: at, tx: tid, reason }, now, context) =>
    explaining(async () => {
      const chain = context.chains.find((one) => one.network === at);
      const by = explainer(context, reason, now);
      const { nonce, raw, to } = await nameForeign(tx, context.chains, { network: at, txId: tid }, by);
      const amount = unitsToDecimal(raw, chain?.decimals ?? 0);
      const detail = { network: at, tx: tid, nonce, amount, to, reason };
      return {
        lines: [`${tid} is no withdrawal of ours: it took ${amount} USDT from the wallet`],
        data: detail,
        subject: tid,
        detail,
      };
    }),
});

export const withdrawalResolve = defineCommand({
  name: 'withdrawal resolve',
  description: 'one whose nonce another final transaction has; two operators',
  audited: 'resolved a withdrawal',
  options: [
    { flags: '<id>' },
    { flags: '--paid <tx>', text: 'this final transaction has paid it' },
    { flags: '--returned', text: 'nothing has: amount and fee go back' },
    { flags: '--reason <text>', text: 'what happened; the user reads it', required: true },
  ],
  needsClock: true,
  role: 'finance',
  needsSecond: true,
  schema: z.strictObject({ id, paid: z.optional(txId), returned: z._default(z.boolean(), false), reason: words }),
  run: (tx, { id: number, paid: tid, returned, reason }, now, context) =>
    explaining(async () => {
      if ((tid === undefined) !== returned) throw new OperatorError('input', 'say either --paid <tx> or --returned');
      await refuseOwnWithdrawal(tx, number, context);
      const by = explainer(context, reason, now);
      if (tid !== undefined) {
        const row = await matchPaid(tx, context.chains, { id: number, txId: tid }, by);
        const detail = { paid: tid, reason, journal: row.journalId };
        return { lines: [paid(number, tid)], data: { id: number, ...detail }, subject: number, detail };
      }
      const row = await returnSpent(tx, context.chains, { id: number }, by);
      const amount = toAmount(row.amount + row.fee, WITHDRAWAL_ASSET);
      const detail = { returned: amount, reason };
      return {
        lines: [`withdrawal ${number} was not paid and cannot be any more; ${amount} USDT went back`],
        data: { id: number, ...detail },
        subject: number,
        detail,
      };
    }),
});

export const withdrawalReissue = defineCommand({
  name: 'withdrawal reissue',
  description: 'sign it anew with the nonce that it has, and fill what is missing below it',
  audited: 'had a withdrawal signed anew',
  options: [{ flags: '<id>' }],
  needsClock: true,
  role: 'finance',
  schema: z.strictObject({ id }),
  async run(tx, { id: number }, now, context) {
    await refuseOwnWithdrawal(tx, number, context);
    try {
      const { nonce } = await askReissue(tx, { id: number, actor: context.actor, now });
      return {
        lines: [`withdrawal ${number} is signed anew with its nonce ${nonce}, and what is missing below it is filled`],
        data: { id: number, nonce },
        subject: number,
        detail: { nonce },
      };
    } catch (error) {
      if (!(error instanceof ReviewError)) throw error;
      const { problem, row } = error;
      throw new OperatorError(
        'state',
        problem === 'twice'
          ? `withdrawal ${number} is asked for anew already; the gateway with the key does it within seconds`
          : row === null
            ? `there is no withdrawal ${number}`
            : `withdrawal ${number} is ${row.state}: only one that was signed and is in no block can be signed anew`,
      );
    }
  },
});

export const PAYOUT_COMMANDS = [
  withdrawalStatus,
  withdrawalHalt,
  withdrawalResume,
  withdrawalRaiseEpoch,
  withdrawalAdoptWallet,
  withdrawalMatch,
  withdrawalForeign,
  withdrawalResolve,
  withdrawalReissue,
];

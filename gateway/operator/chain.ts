/** `chain send`, `chain status`: the outside payer of the local test network, and how the networks are. */
import * as z from 'zod/mini';
import { decimalToUnits, unitsToDecimal } from '../../contract/money';
import { ChainError, type Chain } from '../adapters/chain/chain';
import { lockScan, loseAbove, networkStates, saveScan } from '../domain/deposits/repo';
import { checkAddress } from '../domain/methods/addresses';
import { loseFundingsAbove } from '../domain/wallet/fundings-repo';
import { loseOutgoingsAbove } from '../domain/wallet/outgoings-repo';
import { defineCommand, OperatorError } from './command';

function testChainOf(chains: readonly Chain[]): Chain & { pay: NonNullable<Chain['pay']> } {
  for (const chain of chains) if (chain.pay !== null) return { ...chain, pay: chain.pay };
  throw new OperatorError(
    'state',
    'there is no local test network: it runs inside a gateway on the embedded database that has no other chain',
  );
}

/** @throws OperatorError for a text that is no amount with at most the token's digits */
function rawOf(amount: string, decimals: number): bigint {
  try {
    const raw = /^[0-9]{1,12}(\.[0-9]+)?$/.test(amount) ? decimalToUnits(amount, decimals) : 0n;
    if (raw > 0n) return raw;
  } catch {
    // Too many digits; told below.
  }
  throw new OperatorError(
    'input',
    `amount: "${amount.slice(0, 40)}" is not an amount with at most ${decimals} decimals`,
  );
}

export const chainSend = defineCommand({
  name: 'chain send',
  description: 'pay from outside on the local test network; its USDT has no value',
  audited: 'paid on the test network',
  options: [
    { flags: '--to <address>', text: 'a deposit address', required: true },
    { flags: '--amount <amount>', text: 'plain decimal, e.g. 250.5', required: true },
  ],
  role: 'support',
  schema: z.strictObject({ to: z.string().check(z.maxLength(80)), amount: z.string().check(z.maxLength(60)) }),
  run: async (_tx, { to, amount }, _now, { chains }) => {
    const chain = testChainOf(chains);
    const checked = checkAddress(chain.network, to);
    if ('problem' in checked) throw new OperatorError('input', `to: this is no address of ${chain.network}`);
    const raw = rawOf(amount, chain.decimals);
    try {
      const txId = await chain.pay(checked.address, raw);
      const data = { network: chain.network, to: checked.address, amount: unitsToDecimal(raw, chain.decimals), txId };
      return {
        lines: [`sent ${data.amount} test USDT to ${data.to} (transaction ${txId})`],
        data,
        subject: checked.address,
        detail: data,
      };
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      throw new OperatorError('state', 'the local test network does not answer yet; try again in a moment');
    }
  },
});

export const chainStatus = defineCommand({
  name: 'chain status',
  description: 'how far each was read, and what is wrong; exit code 1 when something is',
  audited: 'looked at the chains',
  options: [],
  role: 'support',
  schema: z.strictObject({}),
  run: async (tx, _input, _now, { chains }) => {
    const rows = await networkStates(tx);
    const data = chains.map(({ network, isTest, sender }) => {
      const row = rows.find((one) => one.network === network);
      return {
        network,
        isTest,
        chainId: row?.chainId ?? null,
        readTo: row ? row.nextBlock - 1 : null,
        readAt: row ? new Date(row.updatedAt).toISOString() : null,
        trouble: row?.trouble ?? null,
        troubleSince: row?.troubleSince ? new Date(row.troubleSince).toISOString() : null,
        addresses: row?.addresses ?? 0,
        confirming: row?.confirming ?? 0,
        lost: row?.lost ?? 0,
        wallet: sender?.address ?? null,
      };
    });
    return {
      lines:
        data.length === 0
          ? ['No network: deposits are not open.']
          : data.map(({ network, isTest, readTo, trouble, troubleSince, addresses, confirming, lost, wallet }) =>
              [
                isTest ? `${network} (local test network)` : network,
                readTo === null ? 'nothing read yet' : `read to block ${readTo}`,
                trouble === null ? 'works' : `${trouble} since ${troubleSince}`,
                `${addresses} addresses`,
                `${confirming} confirming`,
                ...(wallet === null ? [] : [`pays out from ${wallet}`]),
                ...(lost > 0 ? [`${lost} credited, whose blocks are gone`] : []),
              ].join('\t'),
            ),
      data,
      failed: data.some(({ trouble }) => trouble !== null),
      subject: null,
      detail: {},
    };
  },
});

/**
 * Reads a network again from a block on. What waits in those blocks goes until it is found there again; what was credited stays
 * credited, and is marked as lost until it is found.
 */
export const chainReread = defineCommand({
  name: 'chain reread',
  description: 'read a network again from a block on, e.g. after a reorganisation that is too deep to follow',
  audited: 'had a network read again',
  options: [
    { flags: '--network <network>', text: 'BEP20 or TRC20', required: true },
    { flags: '--from <block>', text: 'the first block to read again', required: true },
  ],
  role: 'finance',
  schema: z.strictObject({
    network: z.enum(['BEP20', 'TRC20'], { error: 'must be BEP20 or TRC20' }),
    from: z.string().check(z.regex(/^[0-9]{1,12}$/, 'must be a block number')),
  }),
  run: async (tx, { network, from }, now) => {
    const scan = await lockScan(tx, network);
    if (!scan) throw new OperatorError('state', `${network} was not read yet`);
    const nextBlock = Number(from);
    if (nextBlock > scan.nextBlock)
      throw new OperatorError('input', `from: ${network} was read to block ${scan.nextBlock - 1} only`);
    const { gone, creditedLost } = await loseAbove(tx, network, nextBlock - 1, now);
    await loseFundingsAbove(tx, network, nextBlock - 1);
    await loseOutgoingsAbove(tx, network, nextBlock - 1);
    await saveScan(tx, network, { nextBlock, recent: [], trouble: null, troubleSince: null }, now);
    const data = { network, from: nextBlock, before: scan.nextBlock, uncredited: gone, credited: creditedLost };
    return {
      lines: [
        `${network} is read again from block ${from} on (${gone} uncredited and ${creditedLost} credited deposits lie there)`,
      ],
      data,
      subject: network,
      detail: data,
    };
  },
});

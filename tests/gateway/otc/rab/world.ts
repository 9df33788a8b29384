/** People with RAB and USDT on a market of their own. */
import type { AnswerOf, ParsedInputOf } from '../../../../contract/call';
import type { OtcSide } from '../../../../contract/calls/otc-market';
import type { RabOrder } from '../../../../contract/calls/otc-rab';
import type { Calls } from '../../../../contract/index';
import { toUnits } from '../../../../contract/money';
import type { Database } from '../../../../gateway/db/client';
import { withTransaction } from '../../../../gateway/db/transaction';
import { postAll } from '../../../../gateway/ledger/post';
import { openGatewayWorld, TRADE_PASSWORD, type GatewayWorld, type Person } from '../../world';

type Quote = ParsedInputOf<Calls['rabQuote']>;
export type OrderInput = Partial<Omit<Quote, 'side'>>;
/** An order's values here unless a test says otherwise: 100 RAB at the reference price, splittable, waiting for the rest. */
export const USUAL = { price: '0.125', quantity: '100', canSplit: true, mode: 'rest' } as const;

export interface RabWorld extends GatewayWorld {
  /** Makes a person with both assets. */
  trader(usdt?: string, rab?: string, inviter?: Person): Promise<Person>;
  /** Once per account. */
  fund(who: Person, amounts: { usdt: string; rab: string }): Promise<void>;
  placing(input: OrderInput): ParsedInputOf<Calls['buyRab']>;
  buy(who: Person, input?: OrderInput): Promise<RabOrder>;
  sell(who: Person, input?: OrderInput): Promise<RabOrder>;
  refusedTo(who: Person, side: OtcSide, input: OrderInput): Promise<{ code: string; data?: Record<string, unknown> }>;
  /** The order as its owner sees it now. */
  detail(who: Person, id: string): Promise<AnswerOf<Calls['rabOrder']>>;
  /** `USDT available/held RAB available/held`, the zeros at the end left out. */
  funds(who: Person): Promise<string>;
}

const short = (text: string) => text.replace(/\.?0+$/, '') || '0';

export async function openRabWorld(db: Database, now?: number): Promise<RabWorld> {
  const world = await openGatewayWorld(db, now);
  let last = 0;
  const self: RabWorld = {
    ...world,
    async trader(usdt = '1000', rab = '10000', inviter?: Person) {
      const person = await world.person(usdt, inviter);
      await self.fund(person, { usdt: '0', rab });
      return person;
    },
    fund: ({ accountId }, amounts) =>
      withTransaction(db, async (tx) => {
        const from = { USDT: 'external-deposits', RAB: 'treasury' } as const;
        const all = { USDT: toUnits(amounts.usdt, 'USDT'), RAB: toUnits(amounts.rab, 'RAB') };
        const assets = (['USDT', 'RAB'] as const).filter((asset) => all[asset] > 0n);
        await postAll(
          tx,
          assets.map((asset) => ({
            transferId: `test-fund:${accountId}:${asset}`,
            kind: asset === 'USDT' ? 'deposit' : 'adjust',
            at: world.time.now,
            legs: [
              { account: { system: from[asset], asset }, amount: -all[asset] },
              { account: { owner: accountId, kind: 'user_cash', asset }, amount: all[asset] },
            ],
          })),
        );
      }),
    // More than any fee here: the quoted one is tested by itself.
    placing: (input) => ({ ...USUAL, ...input, fee: '1000000000', tradePassword: TRADE_PASSWORD }),
    async buy(who, input = {}) {
      return (await world.call(who, 'buyRab', self.placing(input))).order;
    },
    async sell(who, input = {}) {
      return (await world.call(who, 'sellRab', self.placing(input))).order;
    },
    async refusedTo(who, side, input) {
      last += 1;
      return world.refused(
        who,
        side === 'buy' ? 'buyRab' : 'sellRab',
        self.placing(input),
        `refused-${last}-key`,
      ) as never;
    },
    detail: (who, id) => world.call(who, 'rabOrder', { id }),
    async funds(who) {
      const { cash } = await world.call(who, 'assets', {});
      return cash.map(({ asset, available, held }) => `${asset} ${short(available)}/${short(held)}`).join(' ');
    },
  };
  return self;
}

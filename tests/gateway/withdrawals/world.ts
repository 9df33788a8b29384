/** People who may withdraw, in business hours, with the mail that they get and the operators that decide. */
import { randomBytes, randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import type { AnswerOf } from '../../../contract/call';
import type { Withdrawal } from '../../../contract/calls/withdrawals';
import type { Calls } from '../../../contract/index';
import type { Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { insertAuthenticator } from '../../../gateway/domain/identity/authenticator/authenticator-repo';
import { deliverMessages } from '../../../gateway/domain/identity/messages/messages';
import { seal } from '../../../gateway/domain/identity/secrets/secrets';
import { evmChecksum } from '../../../gateway/domain/methods/addresses';
import { insertMethod } from '../../../gateway/domain/methods/repo';
import { loadSettings } from '../../../gateway/domain/settings/settings';
import { methodNamed, request } from '../../../gateway/domain/withdrawals/request';
import { termsOf } from '../../../gateway/domain/withdrawals/rules';
import { toUnits } from '../../../contract/money';
import { payWithdrawals } from '../../../gateway/jobs/withdrawals';
import type { Reply } from '../../../gateway/operator/transport';
import { DAY_MS, openGatewayWorld, TRADE_PASSWORD, type GatewayWorld, type Person } from '../world';
import { act } from '../support/operators';

/** A Monday, 10:00 in Shanghai. */
export const MONDAY = Date.UTC(2026, 10, 23, 2);

export interface Withdrawer extends Person {
  /** Secret of the authenticator. */
  secret: string;
  methodId: string;
  address: string;
}

export interface WithdrawalWorld extends GatewayWorld {
  /** Verified, with an authenticator and an address that can be used. */
  withdrawer(usdt?: string): Promise<Withdrawer>;
  card(who: Person): Promise<string>;
  totp(who: Withdrawer): string;
  /** The code of the newest mail. */
  mailedCode(): Promise<string>;
  /** Everything that `requestWithdrawal` wants. */
  input(who: Withdrawer, amount: string, methodId?: string): Promise<RequestInput>;
  withdraw(who: Withdrawer, amount: string, methodId?: string): Promise<Withdrawal>;
  /** Works like `withdraw`, without the codes: everything after it is the same. */
  requested(who: Withdrawer, amount: string): Promise<string>;
  withdrawalOf(who: Person, id: string): Promise<Withdrawal>;
  /** A command of an operator's. */
  operator(command: string, input: object, actor?: string): Promise<Reply>;
  /** Approves by as many operators as it takes. */
  approved(id: string): Promise<void>;
  payOut(): Promise<number>;
}

interface RequestInput {
  methodId: string;
  amount: string;
  fee: string;
  emailCode: string;
  authenticatorCode: string;
  tradePassword: string;
}

export async function openWithdrawalWorld(db: Database, now = MONDAY): Promise<WithdrawalWorld> {
  const world = await openGatewayWorld(db, now);
  const { deps, time, mails } = world;
  let asked = 0;

  async function withdrawer(usdt = '1000'): Promise<Withdrawer> {
    const person = await world.person(usdt);
    const { userId } = person;
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const address = evmChecksum(`0x${randomBytes(20).toString('hex')}`);
    const before = time.now - 2 * DAY_MS;
    const method = await withTransaction(db, async (tx) => {
      const sealedSecret = seal(deps.secret, 'authenticator', JSON.stringify({ userId, secret }));
      await insertAuthenticator(tx, { userId, sealedSecret, lastStep: 0, boundAt: before });
      const target = { kind: 'chain', network: 'BEP20', address, targetKey: `BEP20:${address}` } as const;
      return insertMethod(tx, { userId, ...target, createdAt: before });
    });
    await db.pool.query(`UPDATE users SET identity_status = 'approved' WHERE id = $1`, [userId]);
    return { ...person, secret, methodId: method.id, address };
  }

  const self: WithdrawalWorld = {
    ...world,
    withdrawer,
    async card({ userId }) {
      const card = { userId, number: '4242424242424242', holder: 'Lin Mei', branch: 'Bay' };
      const sealedCard = seal(deps.secret, 'card', JSON.stringify(card));
      const target = { kind: 'bank', targetKey: randomUUID(), bankName: 'Bank of Kelp', cardLast4: '4242' } as const;
      const row = { userId, ...target, sealedCard, createdAt: time.now - 2 * DAY_MS };
      return (await withTransaction(db, (tx) => insertMethod(tx, row))).id;
    },
    totp: ({ secret }) => new TOTP({ secret }).generate({ timestamp: time.now }),
    async mailedCode() {
      await deliverMessages(deps);
      return /^ {4}([0-9]{6})$/m.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
    },
    async input(who, amount, methodId = who.methodId) {
      // Each code of the device counts once, and each mail has its minute.
      time.now += 61_000;
      const meant = { methodId, amount };
      const { fee } = await world.call(who, 'withdrawalQuote', meant);
      await world.call(who, 'sendWithdrawalCode', meant);
      const emailCode = await self.mailedCode();
      return { ...meant, fee, emailCode, authenticatorCode: self.totp(who), tradePassword: TRADE_PASSWORD };
    },
    async withdraw(who, amount, methodId) {
      const { withdrawal } = await world.call(who, 'requestWithdrawal', await self.input(who, amount, methodId));
      return withdrawal;
    },
    requested: ({ userId, accountId, methodId }, amount) =>
      withTransaction(db, async (tx) => {
        const [method, settings] = [await methodNamed(tx, userId, methodId), await loadSettings(tx)];
        const prepared = {
          settings,
          method,
          terms: termsOf(toUnits(amount, 'USDT'), settings),
          isTest: method.kind === 'chain',
        };
        const row = await request(
          tx,
          { accountId, intent: `test-${(asked += 1)}-${randomUUID()}`, now: time.now },
          prepared,
        );
        return row.id;
      }),
    async withdrawalOf(who, id) {
      const { items }: AnswerOf<Calls['withdrawals']> = await world.call(who, 'withdrawals', { limit: 100 });
      const found = items.find((one) => one.id === id);
      if (!found) throw new Error(`no withdrawal ${id}`);
      return found;
    },
    operator: (command, input, actor) => act(deps, command, input, actor),
    async approved(id) {
      // Takes two operators who have approved nothing else, so that sums of other withdrawals do not count.
      for (const actor of [`first-${id}`, `second-${id}`]) {
        const reply = await self.operator('withdrawal approve', { id }, actor);
        if (!reply.ok) throw new Error(reply.message);
        const { approvals, approvalsNeeded } = reply.data as { approvals: number; approvalsNeeded: number };
        if (approvals >= approvalsNeeded) return;
      }
    },
    payOut: () => payWithdrawals(deps),
  };
  return self;
}

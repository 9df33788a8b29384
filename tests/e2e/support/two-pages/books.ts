/** Every balance that the gateway ever had of each account, from its own statements: the tests judge pages by them. */
import { toUnits } from '../../../../contract/money';
import type { CallAnswer } from '../../../../contract/index';
import { sendOk } from '../../../support/envelope-client';
import type { Account } from './people';

export type StatementRow = CallAnswer<'accountStatement'>['items'][number];
export type OrderRow = CallAnswer<'custodyOrders'>['items'][number];

/** An account's balances from one posting to the next, units of USDT. */
export interface Moment {
  cash: bigint;
  custody: bigint;
  /** UTC ms by the gateway. */
  since: number;
  /** Null for the present. */
  until: number | null;
}

interface Ledger {
  /** Newest first. */
  cash: StatementRow[];
  custody: StatementRow[];
  /** The worth of the account's RAB at each look. */
  rabWorth: Set<bigint>;
  moments: Moment[];
}

const PAGE = 100;
const usdt = (text: string): bigint => toUnits(text, 'USDT');

/** @throws when more was posted since the last look than a page of the statement has */
function withNewer(known: StatementRow[], page: StatementRow[]): StatementRow[] {
  const newest = known[0]?.id;
  const end = page.findIndex(({ id }) => id === newest);
  if (end < 0 && known.length > 0) throw new Error('the books are read too rarely');
  return [...(end < 0 ? page : page.slice(0, end)), ...known];
}

/** A posting to custody is one journal with one to cash. */
function momentsOf({ cash, custody }: Pick<Ledger, 'cash' | 'custody'>): Moment[] {
  const inCustody = new Map(custody.map((row) => [row.journalId, usdt(row.balanceAfter)]));
  const moments: Moment[] = [{ cash: 0n, custody: 0n, since: 0, until: null }];
  for (const row of cash.toReversed()) {
    const before = moments.at(-1);
    if (!before) continue;
    before.until = row.createdAt;
    const next = { cash: usdt(row.balanceAfter), custody: inCustody.get(row.journalId) ?? before.custody };
    moments.push({ ...next, since: row.createdAt, until: null });
  }
  return moments;
}

export class Books {
  readonly #ledgers = new Map<string, Ledger>();
  /** Accounts that were read since money may last have moved. */
  readonly #current = new Set<string>();

  constructor(private readonly origin: string) {}

  /** Money may have moved: what was read counts no longer. */
  moved(): void {
    this.#current.clear();
  }

  /** Reads where money may have moved since the last reading. */
  async of(account: Account): Promise<Ledger> {
    const known = this.#ledgers.get(account.id);
    return known && this.#current.has(account.id) ? known : this.read(account);
  }

  async read(account: Account): Promise<Ledger> {
    const { token, id } = account;
    const known = this.#ledgers.get(id) ?? { cash: [], custody: [], rabWorth: new Set<bigint>(), moments: [] };
    const page = async (kind: 'cash' | 'custody') =>
      (
        await sendOk(
          this.origin,
          'accountStatement',
          { account: kind, asset: 'USDT', limit: PAGE },
          { token, ...PATIENT },
        )
      ).items;
    // In this order: each posting to cash finds its other half.
    const cash = withNewer(known.cash, await page('cash'));
    const custody = withNewer(known.custody, await page('custody'));
    const answer = await sendOk(this.origin, 'assets', {}, { token, ...PATIENT });
    const rab = answer.cash.find(({ asset }) => asset === 'RAB');
    const rabWorth = new Set([...known.rabWorth, usdt(rab?.valueUsdt ?? '0')]);
    const ledger = { cash, custody, rabWorth, moments: momentsOf({ cash, custody }) };
    this.#ledgers.set(id, ledger);
    this.#current.add(id);
    return ledger;
  }

  async orders({ token }: Account): Promise<OrderRow[]> {
    return (await sendOk(this.origin, 'custodyOrders', { limit: PAGE }, { token, ...PATIENT })).items;
  }
}

/** A busy machine answers late. */
const PATIENT = { timeoutMs: 120_000 };

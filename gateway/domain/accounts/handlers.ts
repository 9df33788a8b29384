/** Balances, accounts and statements of the logged-in user. */
import { CUSTODY_ASSET } from '../../../contract/calls/custody';
import { STATEMENT_KINDS } from '../../../contract/calls/profile';
import { toAmount, toUnits, type AssetCode } from '../../../contract/money';
import { balancesOf, type UserBalance } from '../../ledger/balances';
import type { UserAccountKind } from '../../ledger/chart';
import { statementPage, type StatementLine } from '../../ledger/statement';
import type { Handlers } from '../call-context';
import { custodySummary } from '../custody/repo';
import { BY_ENTRY, pageOf } from '../paging';
import { rabGuidePrice } from '../otc/rab/guide-price';
import { viewGuide } from '../otc/rab/view';
import { loadSettings } from '../settings/settings';
import { validCustodyOf } from '../team/repo';
import { DAILY_DAYS, DAY_MS, dayOf, EQUITY_DAYS, thinned, valueInUsdt } from './equity';
import { accountsOfUser, equityOf, flowSinceSnapshot, type EquityRow } from './repo';
import { createSub, switchAccount, transferToOwn } from './sub-accounts';

type AccountCall =
  | 'assets'
  | 'equityHistory'
  | 'tradingAccounts'
  | 'accountStatement'
  | 'switchAccount'
  | 'createSubAccount'
  | 'transferToAccount';
type StatementKind = (typeof STATEMENT_KINDS)[number];

const SHOWN_ASSETS = ['USDT', 'RAB'] as const satisfies readonly AssetCode[];

/** @param always assets that the account can have: shown also before anything was on it; others when something is there */
function viewBalances(
  balances: readonly UserBalance[],
  kind: UserAccountKind,
  always: readonly AssetCode[],
  price: bigint,
) {
  const found = new Map(balances.filter((one) => one.kind === kind).map((one) => [one.asset, one]));
  const isShown = (asset: AssetCode) => always.includes(asset) || (found.get(asset)?.balance ?? 0n) !== 0n;
  return SHOWN_ASSETS.filter(isShown).map((asset) => {
    const { available = 0n, held = 0n, balance = 0n } = found.get(asset) ?? {};
    return {
      asset,
      available: toAmount(available, asset),
      held: toAmount(held, asset),
      total: toAmount(balance, asset),
      valueUsdt: toAmount(valueInUsdt(asset, balance, price), 'USDT'),
    };
  });
}

/** Everything on an account in USDT, each asset rounded down. */
function totalOf(balances: readonly UserBalance[], price: bigint): bigint {
  return balances.reduce((sum, { asset, balance }) => sum + valueInUsdt(asset, balance, price), 0n);
}

/** A journal kind that a statement names, or "adjustment" for everything else. */
function kindOf(journalKind: string): StatementKind {
  return STATEMENT_KINDS.find((kind) => kind === journalKind) ?? 'adjustment';
}

/** Returns the kinds of journals that a statement kind selects; "adjustment" selects all that no other kind names. */
function journalsOf(kind: StatementKind) {
  return kind === 'adjustment' ? { areNot: STATEMENT_KINDS.filter((one) => one !== 'adjustment') } : { are: [kind] };
}

function viewLine({
  entryId,
  createdAt,
  asset,
  journalKind,
  amount,
  balanceAfter,
  reference,
  journalId,
}: StatementLine) {
  return {
    id: entryId,
    createdAt,
    asset,
    kind: kindOf(journalKind),
    amount: toAmount(amount, asset),
    balanceAfter: toAmount(balanceAfter, asset),
    reference,
    journalId,
  };
}

function viewPoint({ day, totalUsdt, flowUsdt }: EquityRow) {
  return { day, totalUsdt: toAmount(totalUsdt, 'USDT'), flowUsdt: toAmount(flowUsdt, 'USDT') };
}

export const accountHandlers: Handlers<AccountCall> = {
  async assets({ deps, session, now }) {
    const { db } = deps.db;
    const { accountId } = session;
    const today = dayOf(now);
    const [settings, balances, custody, equity] = await Promise.all([
      loadSettings(db),
      balancesOf(db, accountId),
      custodySummary(db, accountId, today - DAY_MS, today),
      equityOf(db, accountId, today - EQUITY_DAYS * DAY_MS, today),
    ]);
    const [guide, validCustody] = await Promise.all([
      rabGuidePrice(deps, settings, now),
      validCustodyOf(db, session.userId, toUnits(settings['custody.validFrom'], CUSTODY_ASSET)),
    ]);
    const { price } = guide;
    const total = totalOf(balances, price);
    const flow = await flowSinceSnapshot(db, accountId, price);
    return {
      accountId,
      totalUsdt: toAmount(total, 'USDT'),
      cash: viewBalances(balances, 'user_cash', SHOWN_ASSETS, price),
      // Orders are in one asset only (docs/rules.md §5).
      custody: viewBalances(balances, 'user_custody', [CUSTODY_ASSET], price),
      guidePrice: viewGuide(guide),
      custodySummary: {
        runningOrders: custody.runningOrders,
        interestTotal: toAmount(custody.interestTotal, 'USDT'),
        interestYesterday: toAmount(custody.interestBetween, 'USDT'),
        isValid: validCustody > 0n,
      },
      equity: [...equity, { day: today, totalUsdt: total, flowUsdt: flow }].map(viewPoint),
    };
  },

  async equityHistory({ deps, session, now }) {
    const today = dayOf(now);
    const rows = await equityOf(deps.db.db, session.accountId, 0, today);
    return { points: thinned(rows, today - DAILY_DAYS * DAY_MS).map(viewPoint) };
  },

  async tradingAccounts({ deps, session, now }) {
    const { db } = deps.db;
    const [settings, rows] = await Promise.all([loadSettings(db), accountsOfUser(db, session.userId)]);
    const { price } = await rabGuidePrice(deps, settings, now);
    const accounts = await Promise.all(
      rows.map(async ({ id, kind, name, createdAt }) => ({
        id,
        kind,
        name,
        totalUsdt: toAmount(totalOf(await balancesOf(db, id), price), 'USDT'),
        isCurrent: id === session.accountId,
        createdAt,
      })),
    );
    return { accounts };
  },

  switchAccount: (context, { accountId }) => switchAccount(context, accountId),
  createSubAccount: createSub,
  transferToAccount: transferToOwn,

  accountStatement({ deps, session }, { account, asset, kind, ...asked }) {
    const narrowed = {
      ownerAccountId: session.accountId,
      kind: account === 'cash' ? ('user_cash' as const) : ('user_custody' as const),
      ...(asset ? { asset } : {}),
      ...(kind ? { journalKinds: journalsOf(kind) } : {}),
    };
    return pageOf(BY_ENTRY, asked, {
      read: ({ end, limit }) => statementPage(deps.db.db, { ...narrowed, limit, ...(end ? { before: end } : {}) }),
      last: ({ entryId }) => entryId,
      view: (lines) => lines.map(viewLine),
    });
  },
};

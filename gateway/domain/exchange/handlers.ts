/** The exchange calls. Quotes and exchanges belong to the account that the session has switched to (docs/rules.md §3). */
import type { ExchangeRecord } from '../../../contract/calls/wallet';
import { toAmount, toUnits } from '../../../contract/money';
import { withTransaction, type Tx } from '../../db/transaction';
import { balancesOf } from '../../ledger/balances';
import type { Handlers } from '../call-context';
import { runMoneyCall } from '../money-call';
import { BY_TIME, pageOf } from '../paging';
import { loadSettings } from '../settings/settings';
import { fill, inventoryLow, quote } from './exchange';
import { guidePrice, pageExchanges, termsOf, type ExchangeRow, type GuidePrice, type QuoteRow } from './repo';
import { isFresh, rateText } from './rules';

type ExchangeCall = 'exchangeFigures' | 'exchangeQuote' | 'exchanges' | 'exchangeAssets';

function viewPrice({ price, source, asOf }: GuidePrice) {
  return { price: toAmount(price, 'USDT'), source, asOf };
}

function viewTerms(row: QuoteRow) {
  const { id, fromAsset, toAsset, given, received, price, priceSource, priceAsOf, spread } = row;
  return {
    id,
    from: fromAsset,
    to: toAsset,
    given: toAmount(given, fromAsset),
    received: toAmount(received, toAsset),
    rate: rateText(termsOf(row)),
    guidePrice: viewPrice({ price, source: priceSource, asOf: priceAsOf }),
    spread,
  };
}

function viewExchange(row: ExchangeRow): ExchangeRecord {
  return { ...viewTerms(row), createdAt: row.executedAt, journalId: row.journalId };
}

export const exchangeHandlers: Handlers<ExchangeCall> = {
  async exchangeFigures({ deps, session, now }) {
    const { db } = deps.db;
    const [settings, price, balances] = await Promise.all([
      loadSettings(db),
      guidePrice(db),
      balancesOf(db, session.accountId),
    ]);
    const cash = balances.filter(({ kind }) => kind === 'user_cash');
    const available = (asset: 'RAB' | 'USDT') =>
      toAmount(cash.find((one) => one.asset === asset)?.available ?? 0n, asset);
    return {
      guidePrice: price && viewPrice(price),
      isOpen: price !== null && isFresh(price.asOf, now),
      spread: settings['exchange.spread'],
      quoteMs: settings['exchange.quoteMs'],
      available: { RAB: available('RAB'), USDT: available('USDT') },
    };
  },

  async exchangeQuote({ deps, session, now }, { from, to, amount }) {
    const row = await withTransaction(deps.db, async (tx) => {
      const settings = await loadSettings(tx);
      const { userId, accountId } = session;
      return quote(tx, { userId, accountId, from, to, given: toUnits(amount, from), now, settings });
    });
    return { ...viewTerms(row), expiresAt: row.expiresAt, validMs: row.expiresAt - now };
  },

  exchanges: ({ deps, session }, asked) =>
    pageOf(BY_TIME, asked, {
      read: (page) => pageExchanges(deps.db.db, { accountId: session.accountId, ...page }),
      last: ({ executedAt, id }) => ({ at: executedAt, id }),
      view: (rows) => rows.map(viewExchange),
    }),

  async exchangeAssets(context, input) {
    const { deps, session, now } = context;
    const which = { accountId: session.accountId, quoteId: input.quoteId };
    const fillQuote = async (tx: Tx) => {
      const filled = await fill(tx, { ...which, now, settings: await loadSettings(tx) });
      return { exchange: viewExchange(filled) };
    };
    return runMoneyCall(context, 'exchangeAssets', input, fillQuote, {
      poolEmpty: () => inventoryLow(deps.db.db, which),
    });
  },
};

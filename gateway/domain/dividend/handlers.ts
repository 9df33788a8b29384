/** The dividend calls. A share is the user's, whichever trading account is open; it is paid to the main one (docs/rules.md §7). */
import { DIVIDEND_ASSET, type DividendShare } from '../../../contract/calls/dividends';
import { toAmount } from '../../../contract/money';
import type { Handlers } from '../call-context';
import { runConfirmedCall } from '../money-call';
import { BY_TIME, pageOf } from '../paging';
import { loadSettings } from '../settings/settings';
import { claimShare, statusOf } from './claim';
import { claimableShares, pageShares, type Share } from './repo';

const MAX_CLAIMABLE = 500;
const usdt = (units: bigint) => toAmount(units, DIVIDEND_ASSET);

function viewShare(share: Share, now: number): DividendShare {
  const status = statusOf(share, now);
  return {
    id: share.dividendId,
    createdAt: share.declaredAt,
    firstDay: share.firstDay,
    lastDay: share.lastDay,
    netFees: usdt(share.netFees),
    declared: usdt(share.declared),
    custodyDays: usdt(share.custodyDays),
    totalCustodyDays: usdt(share.totalCustodyDays),
    amount: usdt(share.amount),
    status,
    expiresAt: share.expiresAt,
    claimedAt: share.claimedAt,
    journalId: status === 'claimed' ? share.journalId : null,
  };
}

export const dividendHandlers: Handlers<'dividendInfo' | 'claimDividend' | 'dividendReleases'> = {
  async dividendInfo({ deps, session, now }) {
    const { db } = deps.db;
    const [settings, shares] = await Promise.all([
      loadSettings(db),
      claimableShares(db, session.userId, now, MAX_CLAIMABLE),
    ]);
    return {
      claimable: usdt(shares.reduce((sum, { amount }) => sum + amount, 0n)),
      shares: shares.map((share) => viewShare(share, now)),
      maximumRate: settings['dividend.maximumRate'],
      validFrom: settings['custody.validFrom'],
      claimMs: settings['dividend.claimMs'],
    };
  },

  /** Nothing goes out by it: it needs no password, and works while the account is frozen, since the time to claim goes on. */
  claimDividend(context, { id }) {
    const { session, now } = context;
    return runConfirmedCall(context, {
      call: 'claimDividend',
      input: { id },
      confirm: () => Promise.resolve(),
      effect: async (tx) => ({
        share: viewShare(await claimShare(tx, { userId: session.userId, dividendId: id, now }), now),
      }),
    });
  },

  dividendReleases: ({ deps, session, now }, asked) =>
    pageOf(BY_TIME, asked, {
      read: (page) => pageShares(deps.db.db, { userId: session.userId, ...page }),
      last: ({ declaredAt, dividendId }) => ({ at: declaredAt, id: dividendId }),
      view: (shares) => shares.map((share) => viewShare(share, now)),
    }),
};

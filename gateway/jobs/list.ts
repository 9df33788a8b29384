/** Lists the jobs that the gateway runs by itself, with their times. */
import type { Deps } from '../domain/call-context';
import { deliverMessages } from '../domain/identity/messages/messages';
import { purgeIdentity } from '../domain/identity/purge';
import { purgeEvents } from '../domain/live/purge';
import { purgeCandles } from '../domain/quotes/keep';
import { deliverPushes } from '../domain/telling/deliver-pushes';
import { dispatchNotices } from '../domain/telling/dispatch';
import { purgeNotices } from '../domain/telling/purge';
import { readSettings } from '../domain/settings/settings';
import { LEVELS_JOB } from '../domain/team/levels-repo';
import { sealAppendAccounts } from '../ledger/seal';
import { DEMO_MARKET_JOB, keepDemoMarket } from '../demo/market';
import { DEMO_OFFERS_JOB, keepDemoOffers } from '../demo/usdt-market';
import { AUTHENTICATOR_RESETS_JOB, carryOutResets } from './authenticator-resets';
import { CUSTODY_JOB, payDueInterest } from './custody';
import { refreshDemoPrice } from './demo-price';
import { watchDeposits } from './deposits';
import { EQUITY_JOB, snapshotEquity } from './equity';
import { keepGuide, OTC_GUIDE_JOB } from './otc-guide';
import { lapseRabOrders, OTC_RAB_JOB } from './otc-rab';
import { advanceUsdtTrades, OTC_USDT_JOB } from './otc-usdt';
import { closeLedgerDays, LEDGER_DAYS_JOB } from './ledger-days';
import { exclusively, type IsStopping } from './run';
import { DIVIDENDS_JOB, returnExpired } from './dividends';
import { creditIncomes, INCOME_JOB } from './income';
import { countInsurance, INSURANCE_JOB } from './insurance';
import { distributeOutput, MINING_JOB } from './mining';
import { computeDailyLevels } from './levels';
import { guardPayouts, PAYOUT_GUARD_JOB } from './payout-guard';
import { computeRebates, REBATES_JOB } from './rebates';
import { sealFiles, SEAL_FILES_JOB } from './seal-files';
import { foldTeam, TEAM_JOB } from './team';
import { THAWS_JOB, thawDue } from './thaws';
import { keepQuotes, QUOTES_JOB } from './quotes';
import { payWithdrawals } from './withdrawals';

export interface Job {
  name: string;
  /** A croner pattern; with six fields the first one is seconds. */
  schedule: string;
  /** True when system_jobs shows its runs; false for a job that runs every few seconds. */
  isNoted: boolean;
  /** Set when the job runs also while the clock is doubted: nothing in it is decided by the time. */
  isTimeless?: true;
  /** @returns how much the job did, for the log */
  run(deps: Deps, isStopping: IsStopping): Promise<number>;
}

const SEAL_JOB = 'seal';
const SEAL_BATCH = 500;

/** Numbers the entries of append accounts; small batches, so that nobody waits long for their locks. */
async function seal(deps: Deps, isStopping: IsStopping): Promise<number> {
  for (let sealed = 0; ;) {
    if (isStopping()) return sealed;
    const count = await exclusively(deps, SEAL_JOB, (tx) => sealAppendAccounts(tx, SEAL_BATCH));
    if (count === 'busy' || count === 0) return sealed;
    sealed += count;
  }
}

/** Tells the log of stored figures that do not fit, at the start and then as long as it is so. */
export async function reportUnfitSettings({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<number> {
  const { unfit } = await readSettings(db.db);
  if (unfit.length > 0)
    log.error('settings-unfit', { issues: unfit.map(({ key, reason }) => `${key}: ${reason}; the default holds`) });
  return 0;
}

export const JOBS: readonly Job[] = [
  {
    // Three times within the minute after which a price refuses.
    name: 'demo-price',
    schedule: '*/20 * * * * *',
    isNoted: false,
    async run(deps) {
      await refreshDemoPrice(deps);
      return 0;
    },
  },
  { name: QUOTES_JOB, schedule: '*/5 * * * * *', isNoted: false, run: (deps) => keepQuotes(deps) },
  { name: DEMO_MARKET_JOB, schedule: '5 * * * * *', isNoted: false, run: keepDemoMarket },
  { name: DEMO_OFFERS_JOB, schedule: '*/10 * * * * *', isNoted: false, run: keepDemoOffers },
  {
    name: CUSTODY_JOB,
    schedule: '* * * * *',
    isNoted: true,
    async run(deps, isStopping) {
      const { days, matured } = await payDueInterest(deps, isStopping);
      return days + matured;
    },
  },
  { name: AUTHENTICATOR_RESETS_JOB, schedule: '*/20 * * * * *', isNoted: false, run: carryOutResets },
  { name: EQUITY_JOB, schedule: '2-59/10 * * * *', isNoted: true, run: snapshotEquity },
  {
    name: MINING_JOB,
    schedule: '15 * * * * *',
    isNoted: true,
    run: (deps, isStopping) => distributeOutput(deps, isStopping),
  },
  { name: INCOME_JOB, schedule: '30 * * * * *', isNoted: true, run: creditIncomes },
  { name: REBATES_JOB, schedule: '1-59/10 * * * *', isNoted: true, run: (deps) => computeRebates(deps) },
  { name: DIVIDENDS_JOB, schedule: '3-59/10 * * * *', isNoted: true, run: returnExpired },
  // Figures of the team are to be right to the minute.
  { name: TEAM_JOB, schedule: '1-59/5 * * * * *', isNoted: false, run: foldTeam },
  { name: LEVELS_JOB, schedule: '*/10 * * * *', isNoted: true, run: computeDailyLevels },
  { name: SEAL_JOB, schedule: '*/5 * * * *', isNoted: true, isTimeless: true, run: seal },
  { name: INSURANCE_JOB, schedule: '1-59/5 * * * *', isNoted: true, isTimeless: true, run: countInsurance },
  { name: LEDGER_DAYS_JOB, schedule: '4-59/10 * * * *', isNoted: true, run: closeLedgerDays },
  { name: SEAL_FILES_JOB, schedule: '41 * * * *', isNoted: true, isTimeless: true, run: sealFiles },
  {
    name: 'purge',
    schedule: '17 * * * *',
    isNoted: true,
    async run(deps) {
      await purgeIdentity(deps);
      await purgeEvents(deps);
      await purgeCandles(deps.db.db, deps.clock.now());
      await purgeNotices(deps);
      return 0;
    },
  },
  { name: 'settings', schedule: '7-59/10 * * * *', isNoted: false, isTimeless: true, run: reportUnfitSettings },
  { name: 'deposits', schedule: '*/3 * * * * *', isNoted: false, run: watchDeposits },
  { name: 'withdrawals', schedule: '1-59/3 * * * * *', isNoted: false, run: payWithdrawals },
  { name: PAYOUT_GUARD_JOB, schedule: '3-59/5 * * * *', isNoted: true, isTimeless: true, run: guardPayouts },
  { name: OTC_GUIDE_JOB, schedule: '4-59/5 * * * * *', isNoted: false, run: (deps) => keepGuide(deps) },
  { name: OTC_RAB_JOB, schedule: '2-59/3 * * * * *', isNoted: false, run: lapseRabOrders },
  { name: OTC_USDT_JOB, schedule: '*/3 * * * * *', isNoted: false, run: advanceUsdtTrades },
  { name: THAWS_JOB, schedule: '4-59/10 * * * * *', isNoted: false, run: thawDue },
  {
    name: 'notices',
    schedule: '1-59/2 * * * * *',
    isNoted: false,
    run: (deps, isStopping) => dispatchNotices(deps, isStopping),
  },
  { name: 'pushes', schedule: '*/2 * * * * *', isNoted: false, run: deliverPushes },
  { name: 'messages', schedule: '*/5 * * * * *', isNoted: false, run: (deps) => deliverMessages(deps) },
];

/**
 * Every figure that the operator changes at run time without a release (docs/rules.md: marked "(cfg)"), by its dotted key:
 * schema, default and meaning. The client shows what the gateway sends, so a change is seen by everybody at once.
 */
import * as z from 'zod/mini';
import { amountInput, rate, rateUnits, RATE_SCALE, decimalToUnits, toUnits } from '../../../contract/money';
import { LANG_CODES, langCode, timeMs } from '../../../contract/ids';
import { mailBudget, smsBudget } from './budgets';
import { holidays, timeZone, weekdays, openingTimes } from './calendar';
import { INITIAL_LEVELS, levelConditions } from './levels';
import { figure } from './figure';
import { SERVICE_FIGURES } from './service-figures';
import { givenVersion, NOT_A_VERSION } from '../release/given-version';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const durationMs = z.int().check(z.gte(0), z.lte(3_650 * DAY_MS));
/** A fraction of at most one. */
const share = rate.check(z.refine((text) => rateUnits(text) <= RATE_SCALE, 'must be at most 1'));
const atMost = (limit: string) =>
  share.check(z.refine((text) => rateUnits(text) <= rateUnits(limit), `must be at most ${limit}`));
const belowOne = share.check(z.refine((text) => rateUnits(text) < RATE_SCALE, 'must be below 1'));
/** A USDT amount that may be zero. */
const usdtOrZero = z
  .string()
  .check(
    z.refine(
      (text) => /^0(\.0+)?$/.test(text) || z.safeParse(amountInput('USDT'), text).success,
      'must be a plain USDT amount',
    ),
  );

/** Packages are on this gateway; an address elsewhere is for apps of another kind, ours refuse it. */
const packageUrlOrEmpty = z.union([
  z.literal(''),
  z.string().check(z.regex(/^\/releases\/[0-9.]{1,27}\/(hot|full)\.json$/)),
  z.url({ protocol: /^https$/ }),
]);
const versionOrEmpty = z.union([z.literal(''), givenVersion], NOT_A_VERSION);

/** A custody plan: a term and what a day of it pays. An order keeps the figures that it was placed with. */
export const custodyPlan = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)),
  days: z.int().check(z.gte(1), z.lte(3_650)),
  dailyRate: share,
  isOpen: z.boolean(),
});
export type CustodyPlan = z.output<typeof custodyPlan>;

const custodyPlans = z.array(custodyPlan).check(
  z.maxLength(50),
  z.refine((plans) => new Set(plans.map(({ id }) => id)).size === plans.length, 'plan ids must differ'),
);

/** Rates by volume, ascending; the last one that the volume reaches counts. Nothing pays more of a fee back than a fifth. */
const rebateTiers = z.array(z.strictObject({ from: usdtOrZero, rate: atMost('0.2') })).check(
  z.maxLength(20),
  z.refine(
    (tiers) =>
      tiers.every(({ from }, index) => index === 0 || toUnits(tiers[index - 1]!.from, 'USDT') < toUnits(from, 'USDT')),
    'must ascend',
  ),
);

/** RAB's price in USDT that the operator states; shown as "reference" wherever no trades make one (docs/rules.md §8). */
const referencePrice = z.strictObject({
  price: amountInput('USDT').check(z.refine((text) => decimalToUnits(text, 6) > 0n, 'must be above zero')),
  asOf: timeMs,
});

export const FIGURES = {
  'security.maxSubAccounts': figure(z.int().check(z.gte(0), z.lte(49)), 5, 'Sub-accounts that a user may have'),
  'security.sessionIdleMs': figure(durationMs, 30 * DAY_MS, 'A session without requests ends after this, ms'),
  'security.tradePasswordTries': figure(
    z.int().check(z.gte(1), z.lte(100)),
    5,
    'Wrong trade passwords in a row until it is locked',
  ),
  'security.tradePasswordLockMs': figure(durationMs, 15 * MINUTE_MS, 'How long a trade password stays locked, ms'),
  'security.secretTries': figure(
    z.int().check(z.gte(1), z.lte(100)),
    5,
    'Wrong authenticator codes, or wrong log-in passwords within a session, in a row until it is locked',
  ),
  'security.secretLockMs': figure(durationMs, 15 * MINUTE_MS, 'How long it stays locked then, ms'),
  'security.authenticatorMaxLockMs': figure(
    durationMs,
    DAY_MS,
    'Each further lock of the authenticator is twice as long, up to this, ms',
  ),
  'security.strangerTriesPerHour': figure(
    z.int().check(z.gte(10), z.lte(10_000)),
    100,
    'Passwords that devices without an earlier log-in may try together, per account and hour',
  ),
  'security.deviceTriesPerHour': figure(
    z.int().check(z.gte(5), z.lte(1_000)),
    20,
    'Wrong passwords and codes per hour of a device that logged in before; then it counts as a stranger',
  ),
  'security.tellOwnerAfterTries': figure(
    z.int().check(z.gte(1), z.lte(10_000)),
    20,
    'Wrong passwords of strangers after which the owner is told, once until a quiet day',
  ),
  'security.withdrawalPauseMs': figure(
    durationMs,
    DAY_MS,
    'Withdrawals stay closed this long after a change of password, authenticator, e-mail or phone, ms',
  ),
  'security.thawWaitMs': figure(
    durationMs,
    DAY_MS,
    'A frozen account thaws this long after its thaw was asked for, ms',
  ),
  'security.methodWaitMs': figure(
    durationMs,
    DAY_MS,
    'A withdrawal method can be used this long after it was added, ms',
  ),

  'messages.mailAsked': figure(
    mailBudget,
    { recipient: 5, network: 200, total: 5_000 },
    'Mail that anybody can ask for (codes to register, log in, reset): per recipient in 10 min, per network and in total in 1 h',
  ),
  'messages.smsAsked': figure(
    smsBudget,
    { recipient: 5, network: 60, prefix: 1_000, total: 1_000 },
    'SMS that anybody can ask for: per recipient in 10 min, per network, country prefix and in total in 1 h',
  ),
  'messages.mailOwn': figure(
    mailBudget,
    { recipient: 20, network: 1_000, total: 20_000 },
    'Mail to owners of accounts (codes for changes and withdrawals, security mail), counted apart from the others',
  ),
  'messages.mailTold': figure(
    mailBudget,
    { recipient: 10, network: 1_000, total: 50_000 },
    'Mail that tells of money and of the verification, counted apart from the others',
  ),
  'messages.smsOwn': figure(
    smsBudget,
    { recipient: 20, network: 200, prefix: 5_000, total: 5_000 },
    'SMS to owners of accounts, counted apart from the others',
  ),

  'custody.plans': figure(
    custodyPlans,
    [
      { id: 'd7', days: 7, dailyRate: '0.00004', isOpen: true },
      { id: 'd30', days: 30, dailyRate: '0.00007', isOpen: true },
      { id: 'd90', days: 90, dailyRate: '0.00011', isOpen: true },
      { id: 'd180', days: 180, dailyRate: '0.00014', isOpen: true },
    ],
    'Custody plans: id, days, dailyRate (fraction a day), isOpen',
  ),
  'custody.minimumExclusive': figure(usdtOrZero, '100', 'A custody order must be greater than this, USDT'),
  'custody.redeemFeeRate': figure(share, '0.02', 'Fee on what is redeemed before the end, fraction'),
  'custody.freeUndoMs': figure(durationMs, DAY_MS, 'Redeeming within this time after placing is free, ms'),
  'custody.validFrom': figure(usdtOrZero, '500', 'Running orders of at least this are valid custody, USDT'),

  'deposits.gatherMinimum': figure(
    usdtOrZero,
    '10',
    'A deposit address with less is not emptied into the wallet that withdrawals are paid from, USDT',
  ),
  'deposits.localBlockMs': figure(
    z.int().check(z.gte(200), z.lte(60_000)),
    2_000,
    'Time between the blocks of the local test network that confirm a transaction, ms',
  ),

  'exchange.spread': figure(
    belowOne,
    '0.005',
    'What an exchange rate differs from the guide price by, to the cost of the user, fraction',
  ),
  'exchange.quoteMs': figure(
    z.int().check(z.gte(5_000), z.lte(10 * MINUTE_MS)),
    15_000,
    'How long an exchange quote holds, ms',
  ),

  'exchange.priceJump': figure(
    belowOne,
    '0.05',
    'A stated price that differs from one of the last 24 h by more than this needs two operators, fraction',
  ),
  'exchange.userDaily': figure(
    usdtOrZero,
    '10000',
    'What a user may exchange in 24 h, both directions together, worth in USDT',
  ),
  'exchange.treasuryDaily': figure(
    usdtOrZero,
    '100000',
    'What all users together may exchange with the treasury in 24 h, both directions together, worth in USDT',
  ),

  'withdrawals.hours': figure(
    openingTimes,
    { from: '09:00', until: '21:00' },
    'When withdrawals are taken on a working day, in app.timeZone',
  ),
  'withdrawals.weekdays': figure(
    weekdays,
    [1, 2, 3, 4, 5],
    'Working days of withdrawals: 1 is Monday, 7 is Sunday, in app.timeZone',
  ),
  'withdrawals.holidays': figure(holidays, [], 'Days without withdrawals, e.g. 2027-01-01, in app.timeZone'),
  'withdrawals.feeFixed': figure(usdtOrZero, '1', 'Fixed part of the fee on a withdrawal, USDT'),
  'withdrawals.feeRate': figure(share, '0.001', 'Part of the fee on a withdrawal that grows with the amount, fraction'),
  'withdrawals.minimum': figure(amountInput('USDT'), '10', 'A withdrawal must be at least this, USDT'),
  'withdrawals.secondOperatorAbove': figure(
    usdtOrZero,
    '1000',
    'A withdrawal of more than this needs two different operators, USDT',
  ),
  'withdrawals.hotMaximum': figure(
    usdtOrZero,
    '50000',
    'The wallet that withdrawals are paid from is filled up to this from deposit addresses, USDT',
  ),
  'withdrawals.replaceAfterMs': figure(
    durationMs.check(z.gte(MINUTE_MS)),
    10 * MINUTE_MS,
    'A transaction that no block took for this long is sent again with a higher network fee, ms',
  ),

  'otc.rabFeeRate': figure(belowOne, '0.002', 'Fee of the RAB market, of USDT, on each side, fraction'),
  'otc.levelDiscounts': figure(
    z.array(share).check(z.length(6)),
    ['0', '0.05', '0.1', '0.15', '0.2', '0.25'],
    'What levels V0 to V5 lower OTC fees by, fractions',
  ),
  'otc.smallestFill': figure(
    share.check(z.refine((text) => rateUnits(text) >= RATE_SCALE / 100n, 'must be at least 0.01')),
    '0.1',
    'A fill is at least this part of each RAB order that can be split, fraction',
  ),
  'otc.depositRate': figure(
    share.check(z.refine((text) => rateUnits(text) > 0n, 'must be above 0')),
    '1',
    'Part of amount and fee that a buyer of RAB deposits, fraction; below 1 the rest is posted after the match',
  ),
  'otc.ttlMs': figure(durationMs.check(z.gte(MINUTE_MS)), DAY_MS, 'A RAB order waits this long, ms'),
  'otc.restMs': figure(
    durationMs.check(z.gte(MINUTE_MS)),
    30 * MINUTE_MS,
    'A buyer of RAB has this long to post the rest after a match, ms',
  ),
  'otc.band': figure(belowOne, '0.1', 'A RAB order may differ from the guide price by this fraction'),
  'otc.guideReach': figure(
    belowOne,
    '0.1',
    'The guide price, and every order, stay within this fraction of the reference price; trades beyond halt the RAB market',
  ),
  'otc.guideHourly': figure(
    belowOne,
    '0.02',
    'Trades move the guide price by at most this fraction within an hour; beyond they halt the RAB market',
  ),
  'otc.guidePairs': figure(
    z.int().check(z.gte(1), z.lte(1_000)),
    5,
    'Unlinked pairs of users that the trades of 24 h must come from to make the guide price',
  ),
  'otc.rabMinimum': figure(amountInput('USDT'), '1', 'A RAB order must be worth at least this, USDT'),
  'otc.rabMaximum': figure(amountInput('USDT'), '1000000', 'A RAB order may be worth at most this, USDT'),
  'otc.openOrders': figure(z.int().check(z.gte(1), z.lte(10_000)), 50, 'RAB orders that a user may have waiting'),
  'otc.usdtFeeRate': figure(
    belowOne,
    '0.002',
    'Fee of each side of a USDT trade, before the discount of its level, fraction',
  ),
  'otc.usdtMinimum': figure(amountInput('USDT'), '10', 'A USDT offer must be of at least this, USDT'),
  'otc.usdtMaximum': figure(amountInput('USDT'), '50000', 'A USDT offer may be of at most this, USDT'),
  'otc.usdtOffers': figure(z.int().check(z.gte(1), z.lte(100)), 10, 'Open USDT offers that a user may have'),
  'otc.unpaidTrades': figure(
    z.int().check(z.gte(1), z.lte(100)),
    3,
    'A buyer who has taken this many offers and not paid yet takes no more',
  ),
  'otc.fiat': figure(
    z.string().check(z.regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code')),
    'CNY',
    'Currency that new USDT offers are paid in, ISO 4217',
  ),
  'otc.paymentMs': figure(
    durationMs.check(z.gte(MINUTE_MS)),
    15 * MINUTE_MS,
    'A buyer of USDT has this long to pay, ms',
  ),
  'otc.lateHoldMs': figure(durationMs, 30 * MINUTE_MS, 'After that a late payment can be shown for this long, ms'),
  'otc.disputeAfterMs': figure(
    durationMs,
    30 * MINUTE_MS,
    'From this long after the payment on either side can open a dispute, ms',
  ),
  'otc.disputeForcedMs': figure(
    durationMs,
    DAY_MS,
    'A payment that nobody confirmed is in dispute this long after it, ms',
  ),
  'otc.secondOperatorAbove': figure(
    usdtOrZero,
    '1000',
    'A dispute about more than this is ruled by two different operators, USDT',
  ),

  'team.levels': figure(
    levelConditions(usdtOrZero),
    INITIAL_LEVELS,
    'Levels V0 to V5: least own valid custody and least small zone, USDT; both have to hold',
  ),

  'fees.insuranceRate': figure(share, '0.05', 'Part of every fee that goes to the insurance fund, fraction'),
  'income.promotionRate': figure(
    share,
    '0.1',
    'Part of a fee that whoever invited the payer gets as promotion income, fraction',
  ),
  'income.promotionMs': figure(durationMs, 180 * DAY_MS, 'For this long after somebody registered, ms'),
  'income.managementRate': figure(
    atMost('0.03'),
    '0',
    'Part of a fee that whoever invited the inviter gets as management income, fraction',
  ),
  'income.rebateTiers': figure(
    rebateTiers,
    [
      { from: '10000', rate: '0.05' },
      { from: '50000', rate: '0.1' },
      { from: '200000', rate: '0.2' },
    ],
    'Part of OTC fees that comes back as dynamic income, by the OTC volume of the 30 days before in USDT, fractions',
  ),

  'dividend.maximumRate': figure(atMost('0.3'), '0.3', 'AI dividend: at most this part of the net fees, fraction'),
  'dividend.claimMs': figure(
    durationMs.check(z.gte(DAY_MS)),
    30 * DAY_MS,
    'A share of a dividend can be claimed for this long, ms; then it goes back to the pool',
  ),
  'mining.serviceFeeRate': figure(belowOne, '0.1', "Fee of a day's mining receipts, fraction"),

  'operators.proposalMs': figure(
    durationMs.check(z.gte(MINUTE_MS)),
    DAY_MS,
    'Another operator can approve a proposal for this long, ms',
  ),

  'market.rabReference': figure(
    referencePrice,
    { price: '0.125', asOf: Date.UTC(2026, 10, 1) },
    "RAB's reference price in USDT and when the operator stated it, UTC ms",
  ),

  ...SERVICE_FIGURES,

  'app.timeZone': figure(timeZone, 'Asia/Shanghai', 'Zone that business hours are meant in'),
  'app.maintenance': figure(z.boolean(), false, 'true: calls that move money are refused, everything else works'),
  'app.languages': figure(z.array(langCode).check(z.minLength(1)), [...LANG_CODES], 'Languages that the app offers'),
  'app.defaultLanguage': figure(langCode, 'CN', 'Language of a device that asks for none of the offered ones'),
  'app.release': figure(
    z.strictObject({
      hot_version_code: versionOrEmpty,
      version_code: versionOrEmpty,
      package_url: packageUrlOrEmpty,
      hot_package_url: packageUrlOrEmpty,
    }),
    { hot_version_code: '', version_code: '', package_url: '', hot_package_url: '' },
    'The released version; empty texts: nothing has been released',
  ),
  'app.leastVersion': figure(
    versionOrEmpty,
    '',
    'Apps older than this can read, and change nothing until they are updated; empty: apps of every age can',
  ),
} as const;

export type FigureKey = keyof typeof FIGURES;
export type Settings = { readonly [K in FigureKey]: z.output<(typeof FIGURES)[K]['schema']> };

export const FIGURE_KEYS = Object.keys(FIGURES) as FigureKey[];

export function isFigureKey(text: string): text is FigureKey {
  return Object.hasOwn(FIGURES, text);
}

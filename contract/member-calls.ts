/**
 * The calls that come with a session, and those that are rare without a session. The worker loads them when a session opens or
 * the page asks for one of them, so that the first page does not wait for them.
 */
import { definedIn } from './call';
import * as articles from './calls/articles';
import * as content from './calls/content';
import * as custody from './calls/custody';
import * as dividends from './calls/dividends';
import * as feedback from './calls/feedback';
import * as freeze from './calls/freeze';
import * as documents from './calls/documents';
import * as help from './calls/help';
import * as identity from './calls/identity';
import * as income from './calls/income';
import * as insurance from './calls/insurance';
import * as live from './calls/live';
import * as machines from './calls/machines';
import * as mandatoryNotices from './calls/mandatory-notices';
import * as otcMarket from './calls/otc-market';
import * as otcRab from './calls/otc-rab';
import * as otcUsdt from './calls/otc-usdt';
import * as otcUsdtTrades from './calls/otc-usdt-trades';
import * as places from './calls/places';
import * as profile from './calls/profile';
import * as quotes from './calls/quotes';
import * as recovery from './calls/recovery';
import * as releaseReport from './calls/release-report';
import * as service from './calls/service';
import { logout } from './calls/session';
import * as slips from './calls/slips';
import * as team from './calls/team';
import * as telling from './calls/telling';
import * as wallet from './calls/wallet';
import * as withdrawals from './calls/withdrawals';
import { guestCalls } from './guest-calls';

const atStart = new Set(guestCalls.map(({ name }) => name));

export const memberCalls = definedIn(
  recovery,
  releaseReport,
  profile,
  identity,
  freeze,
  custody,
  wallet,
  withdrawals,
  otcMarket,
  otcRab,
  otcUsdt,
  otcUsdtTrades,
  live,
  income,
  machines,
  slips,
  places,
  dividends,
  insurance,
  team,
  service,
  quotes,
  content,
  feedback,
  telling,
  articles,
  documents,
  help,
  mandatoryNotices,
  { logout },
).filter(({ name }) => !atStart.has(name));

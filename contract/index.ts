/** The registry: what exists is what is listed here. Pages import single calls from `calls/…` so that bundles stay small. */
import {
  declaredIn,
  isDefined,
  type AnswerOf,
  type CallDeclaration,
  type CallDefinition,
  type InputOf,
  type PageOutputOf,
  type ParsedInputOf,
} from './call';
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
import * as session from './calls/session';
import * as slips from './calls/slips';
import * as team from './calls/team';
import * as telling from './calls/telling';
import * as wallet from './calls/wallet';
import * as withdrawals from './calls/withdrawals';

const modules = {
  ...session,
  ...recovery,
  ...releaseReport,
  ...profile,
  ...identity,
  ...freeze,
  ...feedback,
  ...custody,
  ...wallet,
  ...withdrawals,
  ...otcMarket,
  ...otcRab,
  ...otcUsdt,
  ...otcUsdtTrades,
  ...live,
  ...income,
  ...machines,
  ...slips,
  ...places,
  ...dividends,
  ...insurance,
  ...team,
  ...service,
  ...quotes,
  ...telling,
  ...content,
  ...articles,
  ...documents,
  ...help,
  ...mandatoryNotices,
};

type Modules = typeof modules;
type DefinedKeys = {
  [K in keyof Modules]: Modules[K] extends CallDefinition ? K : never;
}[keyof Modules];

/** Every call with schemas, by name. Export name and call name are the same (a test keeps it so). */
export type Calls = Pick<Modules, DefinedKeys>;
export type CallName = keyof Calls;

/** Every call of the contract, those without shapes included. */
export const declarations: readonly CallDeclaration[] = declaredIn(modules);

/** Every call with shapes, by name. */
export const calls = Object.fromEntries(
  declarations.filter(isDefined).map((call) => [call.name, call]),
) as unknown as Calls;

export type CallInput<N extends CallName> = InputOf<Calls[N]>;
export type CallParsedInput<N extends CallName> = ParsedInputOf<Calls[N]>;
export type CallAnswer<N extends CallName> = AnswerOf<Calls[N]>;
export type CallOutput<N extends CallName> = PageOutputOf<Calls[N]>;

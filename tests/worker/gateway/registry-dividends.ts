/** Inputs for the calls of dividends. */
import type { CallInput } from '../../../contract/index';
import { declaredDay } from '../../gateway/support/dividends';
import type { Tab } from '../support/harness';
import { done, type RealGateway } from './real-gateway';

/** One of each gateway: files that run in one process open gateways of their own. */
const dividends = new WeakMap<RealGateway, Promise<string>>();

/** The dividend of a day on which the demo user had custody, declared once. */
async function declaredDividend(gateway: RealGateway, tab: Tab): Promise<CallInput<'claimDividend'>> {
  const { accounts } = done(await tab.api.invoke('tradingAccounts', {}));
  const main = accounts.find(({ kind }) => kind === 'main')?.id ?? '';
  const declared = dividends.get(gateway) ?? declaredDay(gateway.deps, main, '2026-11-22');
  dividends.set(gateway, declared);
  return { id: await declared };
}

const nothing = () => ({});

export const dividendInputs = (opened: () => { gateway: RealGateway; tab: Tab }) => {
  const declared = () => declaredDividend(opened().gateway, opened().tab);
  return {
    dividendInfo: () => declared().then(nothing),
    dividendReleases: () => declared().then(nothing),
    claimDividend: declared,
  };
};

/** Reads the data of Home; it computes nothing that the server did not say. */
import { config, marquee, newsItems } from '../../../../contract/calls/content';
import { productQuotes } from '../../../../contract/calls/quotes';
import { tradingAccounts, assets, userInfo } from '../../../../contract/calls/profile';
import type { PageOutputOf } from '../../../../contract/call';
import { readAhead, useCall } from '../../../bridge/useCall';
import { readListAhead, useListCall } from '../../../bridge/useListCall';
import { useUnread } from '../../../install/useUnread';

export type AssetsAnswer = PageOutputOf<typeof assets>;
export type NewsItem = PageOutputOf<typeof newsItems>['items'][number];
export type Notice = PageOutputOf<typeof marquee>['notices'][number];
export type BannerSlide = PageOutputOf<typeof config>['banners'][number];

/** Balances need no stated age until they are this old. */
export const BALANCES_MAX_AGE_MS = assets.cache.kind === 'none' ? 0 : assets.cache.maxAgeMs;

/** Home shows this many news items. */
export const NEWS_SHOWN = 5;

/** The custody principal over all running orders, or null when the answer names none. */
export function custodyPrincipal(answer: AssetsAnswer): string | null {
  return answer.custody.find((row) => row.asset === 'USDT')?.total ?? null;
}

/** Reads ahead the data that Home shows first. */
export function ahead(): Promise<unknown> {
  const answers = [assets, tradingAccounts, userInfo, config, marquee, productQuotes].map((call) =>
    readAhead(call, {}),
  );
  return Promise.all([...answers, readListAhead(newsItems, {})]);
}

/** Everything that Home reads. */
export function useHome() {
  const balances = useCall(assets, {});
  const accounts = useCall(tradingAccounts, {});
  const user = useCall(userInfo, {});
  const settings = useCall(config, {});
  const notices = useCall(marquee, {});
  const news = useListCall(newsItems, {});
  const published = notices.data && news.items && [...notices.data.notices, ...news.items];
  const unread = useUnread(published?.map(({ publishedAt }) => publishedAt));
  return { balances, accounts, user, settings, notices, news, unread };
}

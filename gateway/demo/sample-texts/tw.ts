/** The sample contents in Traditional Chinese. */
import type { SampleTexts } from './texts';

export const tw: SampleTexts = {
  'notice-demo': { title: '', text: '【範例】本伺服器使用示範資料：餘額與收益池皆為測試資金，並非真實資產。' },
  'notice-undo': { title: '', text: '【範例】託管單下單後 24 小時內可免費撤銷；之後提前贖回，依贖回部分收取手續費。' },
  'banner-custody': { title: '利息每日入帳', text: '範例 · 託管方案', action: '查看方案' },
  'banner-assets': { title: '每一筆變動都有明細', text: '範例 · 資產一覽', action: '查看資產' },
  'banner-trade': { title: '場外交易，平台託管', text: '範例 · 交易' },
  'bulletin-capacity': {
    title: '範例：什麼是剩餘額度',
    text: '每筆託管單在下單時即從收益池預留全期利息。收益池不足以預留時，方案會顯示「額度已滿」。',
  },
  'news-redeem': {
    title: '範例：提前贖回如何計費',
    text: '24 小時後提前贖回，依贖回部分收取手續費；已入帳的利息不會收回，未付利息退回收益池。',
  },
  'news-reference': {
    title: '範例：RAB 參考價',
    text: '在場外市場產生成交價之前，RAB 以平台公布的參考價折算為 USDT，並標示「參考」。',
  },
};

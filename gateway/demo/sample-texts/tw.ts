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
    body: [
      '## 這個數字從哪裡來',
      '收益池由平台注資。每筆訂單下單時即撥出**全期利息**，因此承諾的利息一定在池中。',
      '- 每個方案都會顯示剩餘額度。\n- 額度已滿的方案在收益池補充後重新開放。',
      '[開啟託管](/pages/index/index2)',
    ].join('\n\n'),
  },
  'news-redeem': {
    title: '範例：提前贖回如何計費',
    text: '24 小時後提前贖回，依贖回部分收取手續費；已入帳的利息不會收回，未付利息退回收益池。',
    body: [
      '## 兩個時段，兩種規則',
      '| 時間 | 費用 |\n| --- | --- |\n| 24 小時內 | 免費：訂單撤銷 |\n| 之後 | 依贖回部分收取手續費 |',
      '確認前會**先顯示**手續費。',
      '[我的託管單](/pages/blance_record/blance_record1)',
    ].join('\n\n'),
  },
  'news-reference': {
    title: '範例：RAB 參考價',
    text: '在場外市場產生成交價之前，RAB 以平台公布的參考價折算為 USDT，並標示「參考」。',
  },
  'question-deposit': {
    title: '範例：充值什麼時候入帳？',
    text: '',
    body: [
      '網路 **3 次確認** 後入帳。在此之前，充值會連同確認數一起列出。',
      '- 只能轉入 USDT，且只能使用頁面顯示的網路。\n- 低於 1 USDT 的金額不會入帳。',
      '[我的充值](/pages/withdraw_record/withdraw_record1)',
    ].join('\n\n'),
  },
  'question-withdrawal': {
    title: '範例：為什麼現在不能提現？',
    text: '',
    body: [
      '變更密碼、驗證器、電子郵件或手機號碼後，提現會關閉 **24 小時**，頁面會顯示倒數。',
      '提現還需要通過實名認證並綁定驗證器。',
    ].join('\n\n'),
  },
  'question-redeem': {
    title: '範例：提前贖回怎麼收費？',
    text: '',
    body: '24 小時內可免費撤銷訂單。之後依贖回部分收取手續費，確認前會先顯示。',
  },
  'question-password': {
    title: '範例：RAB 會向我索取密碼嗎？',
    text: '',
    body: [
      '**不會。** RAB 的任何工作人員都不會在聊天、郵件或電話中索取密碼、驗證碼或復原碼。索取的都是詐騙。',
      '[安全中心](/pages/setting/setting4)',
    ].join('\n\n'),
  },
  'question-payment': {
    title: '範例：買家說已付款，什麼時候確認？',
    text: '',
    body: '只有當款項**進了您自己的帳戶**才確認。付款截圖不等於付款。若未到帳，請提出申訴。',
  },
  'link-community': { title: '使用者社群', text: '範例 · 使用者交流的地方' },
};

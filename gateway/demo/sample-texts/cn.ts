/** The sample contents in Simplified Chinese. */
import type { SampleTexts } from './texts';

export const cn: SampleTexts = {
  'notice-demo': { title: '', text: '【示例】本网关运行的是演示数据：余额与收益池均为测试资金，不是真实资产。' },
  'notice-undo': {
    title: '',
    text: '【示例】托管订单下单后 24 小时内可免费撤销；之后提前赎回，按赎回部分收取手续费。',
  },
  'banner-custody': { title: '利息每日入账', text: '示例 · 托管方案', action: '查看方案' },
  'banner-assets': { title: '每一笔变动都有流水', text: '示例 · 资产一览', action: '查看资产' },
  'banner-trade': { title: '场外交易，平台托管', text: '示例 · 交易' },
  'bulletin-capacity': {
    title: '示例：什么是剩余额度',
    text: '每笔托管订单在下单时即从收益池预留全期利息。收益池不足以预留时，方案显示“额度已满”。',
  },
  'news-redeem': {
    title: '示例：提前赎回如何计费',
    text: '24 小时后提前赎回，按赎回部分收取手续费；已入账的利息不会收回，未付利息退回收益池。',
  },
  'news-reference': {
    title: '示例：RAB 参考价',
    text: '在场外市场产生成交价之前，RAB 以运营方公布的参考价折算为 USDT，并标注“参考”。',
  },
};

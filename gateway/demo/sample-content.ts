/** Sample notices, news and banners of the demo data, each labelled as a sample. */
import type { PublishInput } from '../domain/content/publish';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Sample {
  /** How long before the seeding it was published. */
  ageMs: number;
  content: PublishInput & { sampleKey: string };
}

export const SAMPLES: readonly Sample[] = [
  {
    ageMs: 2 * HOUR_MS,
    content: {
      kind: 'notice',
      sampleKey: 'notice-demo',
      texts: {
        CN: { title: '', text: '【示例】本网关运行的是演示数据：余额与收益池均为测试资金，不是真实资产。' },
        EN: {
          title: '',
          text: '[Sample] This gateway runs on demo data: balances and the yield pool are test money, not real assets.',
        },
      },
    },
  },
  {
    ageMs: DAY_MS,
    content: {
      kind: 'notice',
      sampleKey: 'notice-undo',
      texts: {
        CN: { title: '', text: '【示例】托管订单下单后 24 小时内可免费撤回；之后提前赎回按赎回部分收取手续费。' },
        EN: {
          title: '',
          text: '[Sample] A custody order can be undone free of charge within 24 hours; after that, early redemption costs a fee on the part redeemed.',
        },
      },
    },
  },
  {
    ageMs: 3 * HOUR_MS,
    content: {
      kind: 'banner',
      sampleKey: 'banner-hosting',
      target: '/pages/index/index2',
      texts: {
        CN: { title: '收益每日入账', text: '示例 · 托管方案', action: '查看方案' },
        EN: { title: 'Interest credited daily', text: 'Sample · Custody plans', action: 'See plans' },
      },
    },
  },
  {
    ageMs: 4 * HOUR_MS,
    content: {
      kind: 'banner',
      sampleKey: 'banner-assets',
      target: '/pages/my/my',
      texts: {
        CN: { title: '每一笔变动都有流水', text: '示例 · 资产一览', action: '查看资产' },
        EN: { title: 'Every change is recorded', text: 'Sample · Your assets', action: 'See assets' },
      },
    },
  },
  {
    ageMs: 5 * HOUR_MS,
    content: {
      kind: 'banner',
      sampleKey: 'banner-trade',
      texts: {
        CN: { title: '场外交易尚未开放', text: '示例 · 交易' },
        EN: { title: 'Peer-to-peer trading is not open yet', text: 'Sample · Trading' },
      },
    },
  },
  {
    ageMs: 6 * HOUR_MS,
    content: {
      kind: 'bulletin',
      sampleKey: 'bulletin-capacity',
      texts: {
        CN: {
          title: '示例：什么是剩余额度',
          text: '每笔托管订单在下单时即从收益池预留全部期限的收益。收益池不足以预留时，方案显示“额度已满”。',
        },
        EN: {
          title: 'Sample: what free capacity means',
          text: 'Placing a custody order reserves its full-term interest from the yield pool. When the pool cannot reserve it, the plan says “capacity full”.',
        },
      },
    },
  },
  {
    ageMs: 2 * DAY_MS,
    content: {
      kind: 'news',
      sampleKey: 'news-redeem',
      texts: {
        CN: {
          title: '示例：提前赎回如何计费',
          text: '24 小时后提前赎回，按赎回部分收取手续费；已入账的收益不会收回，未入账的收益退回收益池。',
        },
        EN: {
          title: 'Sample: what redeeming early costs',
          text: 'After 24 hours a fee is charged on the part redeemed. Credited interest is never taken back; unpaid interest returns to the pool.',
        },
      },
    },
  },
  {
    ageMs: 5 * DAY_MS,
    content: {
      kind: 'news',
      sampleKey: 'news-reference',
      texts: {
        CN: {
          title: '示例：RAB 参考价',
          text: '在场外市场产生成交价之前，RAB 以运营方公布的参考价折算为 USDT，并标注“参考”。',
        },
        EN: {
          title: 'Sample: the RAB reference price',
          text: 'Until the peer-to-peer market makes a price, RAB is valued in USDT at the operator’s reference price, labelled “reference”.',
        },
      },
    },
  },
];

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
    body: [
      '## 这个数字从哪里来',
      '收益池由运营方注资。每笔订单下单时即划出**全期利息**，因此承诺的利息一定在池中。',
      '- 每个方案都会显示剩余额度。\n- 额度已满的方案在收益池补充后重新开放。',
      '[打开托管](/pages/index/index2)',
    ].join('\n\n'),
  },
  'news-redeem': {
    title: '示例：提前赎回如何计费',
    text: '24 小时后提前赎回，按赎回部分收取手续费；已入账的利息不会收回，未付利息退回收益池。',
    body: [
      '## 两个时段，两种规则',
      '| 时间 | 费用 |\n| --- | --- |\n| 24 小时内 | 免费：订单撤销 |\n| 之后 | 按赎回部分收取手续费 |',
      '确认前会**先显示**手续费。',
      '[我的托管订单](/pages/blance_record/blance_record1)',
    ].join('\n\n'),
  },
  'news-reference': {
    title: '示例：RAB 参考价',
    text: '在场外市场产生成交价之前，RAB 以运营方公布的参考价折算为 USDT，并标注“参考”。',
  },
  'question-deposit': {
    title: '示例：充值什么时候到账？',
    text: '',
    body: [
      '网络 **3 次确认** 后到账。在此之前，充值会连同确认数一起列出。',
      '- 只能转入 USDT，且只能使用页面显示的网络。\n- 低于 1 USDT 的金额不会入账。',
      '[我的充值](/pages/withdraw_record/withdraw_record1)',
    ].join('\n\n'),
  },
  'question-withdrawal': {
    title: '示例：为什么现在不能提现？',
    text: '',
    body: [
      '修改密码、验证器、邮箱或手机号后，提现会关闭 **24 小时**，页面会显示倒计时。',
      '提现还需要通过实名认证并绑定验证器。',
    ].join('\n\n'),
  },
  'question-redeem': {
    title: '示例：提前赎回怎么收费？',
    text: '',
    body: '24 小时内可免费撤销订单。之后按赎回部分收取手续费，确认前会先显示。',
  },
  'question-password': {
    title: '示例：RAB 会向我索要密码吗？',
    text: '',
    body: [
      '**不会。** RAB 的任何工作人员都不会在聊天、邮件或电话中索要密码、验证码或恢复码。索要的都是骗子。',
      '[安全中心](/pages/setting/setting4)',
    ].join('\n\n'),
  },
  'question-payment': {
    title: '示例：买家说已付款，什么时候确认？',
    text: '',
    body: '只有当款项**到了您自己的账户**才确认。付款截图不等于付款。如未到账，请发起申诉。',
  },
  'link-community': { title: '用户社区', text: '示例 · 用户交流的地方' },
};

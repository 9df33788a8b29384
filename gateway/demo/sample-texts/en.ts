/** The sample contents in English. */
import type { SampleTexts } from './texts';

export const en: SampleTexts = {
  'notice-demo': {
    title: '',
    text: '[Sample] This gateway runs on demo data: balances and the yield pool are test money, not real assets.',
  },
  'notice-undo': {
    title: '',
    text: '[Sample] A custody order can be undone free of charge within 24 hours; after that, early redemption costs a fee on the part redeemed.',
  },
  'banner-custody': { title: 'Interest credited daily', text: 'Sample · Custody plans', action: 'See plans' },
  'banner-assets': { title: 'Every change is recorded', text: 'Sample · Your assets', action: 'See assets' },
  'banner-trade': { title: 'Trade with other people, with escrow', text: 'Sample · Trading' },
  'bulletin-capacity': {
    title: 'Sample: what free capacity means',
    text: 'Placing a custody order reserves its full-term interest from the yield pool. When the pool cannot reserve it, the plan says “capacity full”.',
    body: [
      '## Where the figure comes from',
      'The yield pool is funded by the operator. Each order takes its **full-term interest** out of it at once, so what is promised is there.',
      '- What is free is shown with each plan.\n- A plan that is full opens again when the pool is funded.',
      '[Open custody](/pages/index/index2)',
    ].join('\n\n'),
  },
  'news-redeem': {
    title: 'Sample: what redeeming early costs',
    text: 'After 24 hours a fee is charged on the part redeemed. Credited interest is never taken back; unpaid interest returns to the pool.',
    body: [
      '## Two times, two rules',
      '| When | What it costs |\n| --- | --- |\n| Within 24 hours | Nothing: the order is undone |\n| After that | A fee on the part redeemed |',
      'The confirmation shows the fee **before** you agree.',
      '[My custody orders](/pages/blance_record/blance_record1)',
    ].join('\n\n'),
  },
  'news-reference': {
    title: 'Sample: the RAB reference price',
    text: 'Until the peer-to-peer market makes a price, RAB is valued in USDT at the operator’s reference price, labelled “reference”.',
  },
  'question-deposit': {
    title: 'Sample: when is my deposit credited?',
    text: '',
    body: [
      'After **3 confirmations** of the network. Until then the deposit is listed with its confirmations.',
      '- Send only USDT, and only over the network shown.\n- Amounts below 1 USDT are not credited.',
      '[My deposits](/pages/withdraw_record/withdraw_record1)',
    ].join('\n\n'),
  },
  'question-withdrawal': {
    title: 'Sample: why can I not withdraw right now?',
    text: '',
    body: [
      'After a change of password, authenticator, e-mail or phone, withdrawals stay closed for **24 hours**. The screen counts down.',
      'A withdrawal also needs an approved real name and a bound authenticator.',
    ].join('\n\n'),
  },
  'question-redeem': {
    title: 'Sample: what does redeeming early cost?',
    text: '',
    body: 'Within 24 hours an order is undone free of charge. After that a fee is charged on the part redeemed; the confirmation shows it before you agree.',
  },
  'question-password': {
    title: 'Sample: does RAB ever ask for my password?',
    text: '',
    body: [
      '**No.** Nobody who works for RAB asks for a password, a code or a recovery code, in chat, by mail or by phone. Whoever does is a fraud.',
      '[Security centre](/pages/setting/setting4)',
    ].join('\n\n'),
  },
  'question-payment': {
    title: 'Sample: the buyer says they have paid. When do I confirm?',
    text: '',
    body: 'Only when the money is **in your own account**. A picture of a payment is no payment. If it does not arrive, open a dispute.',
  },
  'link-community': { title: 'Community', text: 'Sample · where users meet' },
};

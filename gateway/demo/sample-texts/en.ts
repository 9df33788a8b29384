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
  },
  'news-redeem': {
    title: 'Sample: what redeeming early costs',
    text: 'After 24 hours a fee is charged on the part redeemed. Credited interest is never taken back; unpaid interest returns to the pool.',
  },
  'news-reference': {
    title: 'Sample: the RAB reference price',
    text: 'Until the peer-to-peer market makes a price, RAB is valued in USDT at the operator’s reference price, labelled “reference”.',
  },
};

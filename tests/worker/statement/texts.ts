import type { StatementTexts } from '../../../worker/api';

/** As the page gives them, in English. */
export const TEXTS: StatementTexts = {
  lang: 'en',
  fonts: 'sans-serif',
  title: 'Cash statement',
  owner: 'Account: de***@rab.example',
  columns: {
    time: 'Time',
    asset: 'Asset',
    kind: 'Kind',
    amount: 'Amount',
    balance: 'Balance after it',
    reference: 'Reference',
    journal: 'Journal',
  },
  kinds: { airdrop: 'Airdrop', 'custody-interest': 'Custody interest', 'custody-place': 'Custody placed' },
  opening: 'Opening balance',
  moneyIn: 'In',
  moneyOut: 'Out',
  closing: 'Closing balance',
  period: 'Period: {from} – {to} ({zone})',
  asOf: 'Data as of {time}',
  incomplete: 'Incomplete: nothing from before {time} was on the device',
  noRecords: 'No postings in this period',
  page: 'Page {page} of {pages}',
};

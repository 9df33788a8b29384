/** Statements as files, and as they are read back. */
import type { StatementFile, StatementTexts } from '../../../worker/api';
import { parseCsv } from '../support/csv';

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

/** @throws Error with the reason where there is none */
export function done(made: StatementFile): Extract<StatementFile, { state: 'done' }> {
  if (made.state !== 'done') throw new Error(JSON.stringify(made));
  return made;
}

/** The lines of a CSV, which begins with a byte order mark and its head. */
export async function linesOf(made: StatementFile): Promise<string[][]> {
  const bytes = Buffer.from(await done(made).file.arrayBuffer());
  if (bytes.subarray(0, 3).toString('hex') !== 'efbbbf') throw new Error('there is no byte order mark');
  return parseCsv(bytes.subarray(3).toString('utf8'));
}

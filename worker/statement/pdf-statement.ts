/** A statement's postings as a table on paper. A chunk of its own, with everything that draws. */
import type { StatementFileRequest } from '../api';
import type { Coverage, Posting } from './collect';
import type { AssetFlow } from './flows';
import { factsOf, figure, MARGIN, RIGHT, type TableColumn, type TableShape } from './pdf-table';
import { timeText } from './times';

export { canDraw, drawTable } from './pdf-table';
export { recordsTable } from './pdf-records';

export function postingsTable(
  request: StatementFileRequest,
  flows: readonly AssetFlow[],
  coverage: Coverage,
): TableShape<Posting> {
  const { texts } = request;
  const { columns: titles, lang, kinds } = texts;
  const columns: TableColumn[] = [
    { title: titles.time, x: MARGIN, width: 82 },
    { title: titles.kind, x: MARGIN + 88, width: 96 },
    { title: titles.reference, x: MARGIN + 190, width: 60 },
    { title: titles.journal, x: MARGIN + 256, width: 46 },
    { title: titles.amount, x: RIGHT - 110, width: 106, align: 'right' },
    { title: titles.balance, x: RIGHT, width: 104, align: 'right' },
  ];
  return {
    texts,
    facts: factsOf(texts, request, coverage),
    totals: {
      columns: [titles.asset, texts.opening, texts.moneyIn, texts.moneyOut, texts.closing],
      rows: flows.map(({ asset, opening, moneyIn, moneyOut, closing }) => [
        asset,
        ...[opening, moneyIn, moneyOut, closing].map((amount) => figure(amount, lang)),
      ]),
    },
    columns,
    cells: ({ createdAt, kind, reference, journalId, amount, balanceAfter, asset }) => [
      timeText(createdAt),
      kinds[kind] ?? kind,
      reference ?? '',
      journalId,
      `${figure(amount, lang)} ${asset}`,
      `${figure(balanceAfter, lang)} ${asset}`,
    ],
  };
}

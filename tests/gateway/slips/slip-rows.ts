/** Rows of a file of delivery slips. */
export type Cells = Readonly<Record<string, string>>;

export const NOW = Date.UTC(2026, 10, 21, 8, 30);

/** Without a column that may be left out. */
export const SLIP: Cells = {
  trade_no: 'T-1',
  user: '7',
  direction: 'long',
  lots: '0.5',
  leverage: '100',
  margin: '120',
  spread: '0.0002',
  open_price: '1.085',
  open_time: '2026-11-20T09:30:00Z',
  close_price: '1.0862',
  close_time: '2026-11-20T11:00:00Z',
  profit: '60.5',
};

/** The header has every column that one of the rows has. */
export function csvOf(rows: readonly Cells[]): string {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))]
    .map((cells) => cells.join(','))
    .join('\n');
}

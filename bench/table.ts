/** Comparisons as rows of text, for the terminal and for docs/benchmarks.md. */
import { ratiosOf, spreadOf, type Comparison, type Spread } from './measure';

const HEAD = ['What', 'Limit', 'Limit’s figure', 'Measured', 'Its figure', 'Ratio'];

/** Three significant digits, no exponent. */
function figure(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value >= 1 ? value.toFixed(2) : value.toFixed(3);
}

function spreadText({ median, min, max }: Spread, unit = ''): string {
  return `${figure(median)}${unit} (${figure(min)}–${figure(max)})`;
}

function rowOf(comparison: Comparison): string[] {
  const { subject, unit, limit, ours } = comparison;
  return [
    subject,
    limit.name,
    spreadText(spreadOf(limit.figures), ` ${unit}`),
    ours.name,
    spreadText(spreadOf(ours.figures), ` ${unit}`),
    spreadText(spreadOf(ratiosOf(comparison)), ' ×'),
  ];
}

/** The first row is the head. */
export type Rows = readonly (readonly string[])[];

export const comparisonRows = (comparisons: readonly Comparison[]): Rows => [HEAD, ...comparisons.map(rowOf)];

/** Columns in line, for a terminal. */
export function textTable(rows: Rows): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function markdownTable([head = [], ...rows]: Rows): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

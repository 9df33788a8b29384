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

/** Columns in line, for a terminal. */
export function textTable(comparisons: readonly Comparison[]): string {
  const rows = [HEAD, ...comparisons.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function markdownTable(comparisons: readonly Comparison[]): string {
  const rows = [HEAD, HEAD.map(() => '---'), ...comparisons.map(rowOf)];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

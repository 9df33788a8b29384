/** Measures the gain of each trick: its build's figures beside those of the build that has everything, round by round. */
import { spreadOf, type Measured } from '../measure';
import type { Rows } from '../table';

/** One round's figures of one build, by name. */
export type Taken = Readonly<Record<string, number>>;

export interface Figure {
  name: string;
  /** `ms`: the difference itself, for times that may be nothing. */
  unit: '%' | 'ms';
  /** As the row of the whole build has it. */
  text(figure: number): string;
}

/** Middle half of the rounds. */
function quartilesOf(figures: readonly number[]): [number, number] {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return [spreadOf(sorted.slice(0, Math.ceil(middle))).median, spreadOf(sorted.slice(Math.floor(middle))).median];
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(Math.abs(value) < 10 ? 1 : 0)}`;

/** @param whole one list of figures for each time that the whole build ran in a round */
function costText(figures: readonly number[], whole: readonly number[], unit: '%' | 'ms'): string {
  const costs = figures.map((figure, round) => {
    const base = whole[round] ?? NaN;
    return unit === 'ms' ? figure - base : (100 * (figure - base)) / base;
  });
  const [low, high] = quartilesOf(costs);
  return `${signed(spreadOf(costs).median)} ${unit} (${signed(low)} to ${signed(high)})`;
}

const meansOf = (sides: readonly Measured<Taken>[], name: string): number[] =>
  (sides[0]?.figures ?? []).map(
    (_, round) => sides.reduce((sum, { figures }) => sum + (figures[round]?.[name] ?? NaN), 0) / sides.length,
  );

/** A row for each build: by how much each figure is more without the trick. Builds that took no such figure have `–`. */
export function gainRows(
  wholeName: string,
  figures: readonly Figure[],
  measured: readonly Measured<Taken>[],
  names: readonly string[],
): Rows {
  const took = (name: string, figure: string) =>
    measured.filter((one) => one.name === name && one.figures.every((taken) => figure in taken));
  const wholeRow = figures.map(({ name, text }) => text(spreadOf(meansOf(took(wholeName, name), name)).median));
  const sameRow = figures.map(({ name, unit }) => {
    const [first, ...others] = took(wholeName, name);
    return first && others.length > 0 ? costText(meansOf([first], name), meansOf(others, name), unit) : '–';
  });
  const rows = names.map((trick) => [
    trick,
    ...figures.map(({ name, unit }) => {
      const mine = took(trick, name);
      return mine.length === 0 ? '–' : costText(meansOf(mine, name), meansOf(took(wholeName, name), name), unit);
    }),
  ]);
  return [
    ['Left out', ...figures.map(({ name }) => name)],
    ['nothing', ...wholeRow],
    ['nothing, once more', ...sameRow],
    ...rows,
  ];
}

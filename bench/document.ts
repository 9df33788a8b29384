/** Puts results between the markers of a document, with the machine and the date. */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import type { PartResult } from './part';
import { comparisonRows, markdownTable, type Rows } from './table';

const DOCUMENT = 'benchmarks.md';
const pathOf = (document: string) => fileURLToPath(new URL(`../docs/${document}`, import.meta.url));
const GIBIBYTE = 2 ** 30;

/** Taken before a part runs: afterwards the load is its own. */
export interface Circumstances {
  startedAt: Date;
  /** Mean of the last minute: how many processes were running or wanted to. */
  load: number;
}

export function circumstancesNow(): Circumstances {
  return { startedAt: new Date(), load: loadavg()[0] ?? NaN };
}

function machine(): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / GIBIBYTE);
  return `${cores[0]?.model.trim() ?? 'unknown processor'}, ${cores.length} cores, ${memory} GiB, Node ${process.versions.node}`;
}

/** One line: command, date (UTC), machine and load. */
export function describeRun(name: string, { ranOn }: PartResult, { startedAt, load }: Circumstances): string {
  const date = `${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `\`npm run bench -- ${name}\`, ${date}. ${machine()}, ${ranOn}. Load before the run: ${load.toFixed(1)}.`;
}

export const rowsOf = ({ table, comparisons }: PartResult): Rows => table?.rows ?? comparisonRows(comparisons);

/** @throws Error when the document has no markers for this part */
export async function writeResults(name: string, result: PartResult, circumstances: Circumstances): Promise<void> {
  const path = pathOf(result.table?.document ?? DOCUMENT);
  const text = await readFile(path, 'utf8');
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has no markers for ${name}`);
  const block = `${start}\n\n${describeRun(name, result, circumstances)}\n\n${markdownTable(rowsOf(result))}\n\n`;
  const written = text.slice(0, from) + block + text.slice(to);
  const { code, errors } = await format(path, written);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  await writeFile(path, code);
}

/** Reads files of the app as other programs do: LibreOffice a table, Poppler a PDF. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { madeFolder } from './made-folder';

const run = promisify(execFile);

/** The path of a program that the environment names, or of Debian's; null without one. */
function program(variable: string, path: string): string | null {
  const named = process.env[variable] ?? path;
  return existsSync(named) ? named : null;
}

export const LIBRE_OFFICE = program('SOFFICE', '/usr/bin/soffice');
export const POPPLER = program('PDFTOTEXT', '/usr/bin/pdftotext');

/** A cell as LibreOffice has it. `value` is there where it takes the cell for a number, `formula` where it would work one out. */
interface Cell {
  text: string;
  value?: string;
  formula?: string;
}

const UTF_8 = 76;
const DELIMITERS = [',', '"'].map((one) => one.charCodeAt(0));

/** Opens a CSV file in LibreOffice. @returns its rows without empty ones at the end */
export async function cellsInLibreOffice(csv: Uint8Array): Promise<Cell[][]> {
  if (LIBRE_OFFICE === null) throw new Error('LibreOffice is not installed');
  const folder = madeFolder('libreoffice');
  const file = join(folder, 'table.csv');
  await writeFile(file, csv);
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const filter = `--infilter=CSV:${[...DELIMITERS, UTF_8, 1].join(',')}`;
  await run(LIBRE_OFFICE, [profile, '--headless', filter, '--convert-to', 'fods', '--outdir', folder, file]);
  return cellsOf(await readFile(join(folder, 'table.fods'), 'utf8'));
}

/** A flat OpenDocument table: cells and rows that are equal are there once, with their number. */
function cellsOf(xml: string): Cell[][] {
  const table = /<table:table [\s\S]*?<\/table:table>/.exec(xml)?.[0] ?? '';
  const rows = elementsOf(table, 'table:table-row').flatMap(({ head, body }) => {
    const cells = elementsOf(body, 'table:table-cell').flatMap((cell) =>
      times(cell.head, 'columns', {
        text: elementsOf(cell.body, 'text:p')
          .map((line) => plainOf(line.body))
          .join('\n'),
        ...attribute(cell.head, 'office:value', 'value'),
        ...attribute(cell.head, 'table:formula', 'formula'),
      }),
    );
    while (cells.at(-1)?.text === '') cells.pop();
    return times(head, 'rows', cells);
  });
  while (rows.at(-1)?.length === 0) rows.pop();
  return rows;
}

function elementsOf(xml: string, name: string): { head: string; body: string }[] {
  const found = xml.matchAll(new RegExp(`<${name}((?: [^>]*?)?)(?:/>|>([\\s\\S]*?)</${name}>)`, 'g'));
  return [...found].map(([, head = '', body = '']) => ({ head, body }));
}

function attribute<K extends string>(head: string, name: string, as: K): Partial<Record<K, string>> {
  const [, value] = new RegExp(` ${name}="([^"]*)"`).exec(head) ?? [];
  return value === undefined ? {} : ({ [as]: plainOf(value) } as Record<K, string>);
}

function times<T>(head: string, what: 'columns' | 'rows', one: T): T[] {
  const count = Number(attribute(head, `table:number-${what}-repeated`, 'count').count ?? 1);
  // The rest of the sheet is one row, or one cell, that is repeated a million times.
  return Array.from({ length: Math.min(count, 100) }, () => one);
}

function plainOf(xml: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  return xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
    .replace(/<[^>]+>/g, '')
    .replace(/&(\w+);/g, (all, name: string) => entities[name] ?? all);
}

/** Opens a PDF in Poppler. @returns the text of each page as it is laid out */
export async function pagesInPoppler(pdf: Uint8Array): Promise<string[]> {
  if (POPPLER === null) throw new Error('Poppler is not installed');
  const file = join(madeFolder('poppler'), 'file.pdf');
  await writeFile(file, pdf);
  const { stdout, stderr } = await run(POPPLER, ['-layout', file, '-'], { maxBuffer: 2 ** 26 });
  if (stderr !== '') throw new Error(`Poppler complains: ${stderr}`);
  return stdout.split('\f').slice(0, -1);
}

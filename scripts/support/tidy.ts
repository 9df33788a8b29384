/**
 * Finds faults that a reader trips over and no other check sees: a reference to a file or section that is not there, a file
 * name in the wrong case, a word of the specification's where ours belongs, a comment without a subject, a function or file that is too long. Pure: `scripts/check-tidy.ts` reads the files.
 */
import { dirname, posix } from 'node:path';
import type { SourceFile } from './import-edges';
import { ownLengths } from './function-length';
import { lineAt, onlyComments } from './source-text';
import { specSpellings } from './spec-spellings';

export interface Untidy {
  path: string;
  line: number;
  problem: string;
}

export const MAX_FILE_LINES = 400;
/** A list of cases, which one reads one at a time. */
export const MAX_TEST_FILE_LINES = 550;
export const MAX_FUNCTION_LINES = 70;

/** An applied migration is never edited, and generated files, catalogues and recorded data are nobody's prose. */
const NOT_OURS =
  /^(gateway\/db\/migrations|locales|tests\/traffic|tests\/vectors)\/|^package-lock\.json$|spec-section-7\.md$/;
const CODE = /\.(ts|tsx|mjs)$/;
const STYLES = /\.css$/;

/** Everything that is untidy in these files. @param everyPath of every file of the project, also of those not read */
export function findUntidy(files: readonly SourceFile[], everyPath: readonly string[]): Untidy[] {
  const known = new KnownPaths(everyPath);
  const sections = sectionsOf(files.find(({ path }) => path === 'docs/rules.md')?.text ?? '');
  const notes = new Set(files.filter(({ path }) => !path.endsWith('.md')).flatMap(({ text }) => definedNotes(text)));
  return files
    .filter(({ path }) => !NOT_OURS.test(path))
    .flatMap((file) => [
      ...brokenPaths(file, known),
      ...brokenSections(file, sections),
      ...brokenNotes(file, notes),
      ...wrongCase(file),
      ...specSpellings(file),
      ...headlessComments(file),
      ...tooLong(file),
    ]);
}

/** Returns the text that a reader follows: prose without its examples, or the comments of code. Lines stay where they are. */
function proseOf({ path, text }: SourceFile): string {
  const blank = (match: string): string => match.replace(/[^\n]/g, ' ');
  return path.endsWith('.md') ? text.replace(/^```[\s\S]*?^```/gm, blank) : onlyComments(text);
}

class KnownPaths {
  readonly #ends = new Set<string>();

  constructor(paths: readonly string[]) {
    for (const path of paths) {
      const parts = path.split('/');
      for (let end = 1; end <= parts.length; end++)
        for (let start = 0; start < end; start++) this.#ends.add(parts.slice(start, end).join('/'));
    }
  }

  /** A file, a module without its ending, or a folder: named from the root, or by its last parts. */
  has(named: string): boolean {
    const path = named.replace(/\/$/, '');
    return ['', '.ts', '.tsx', '.css', '.mjs'].some((ending) => this.#ends.has(path + ending));
  }
}

const FOLDERS = ['bench', 'contract', 'docs', 'gateway', 'locales', 'public', 'scripts', 'src', 'tests', 'worker'];
/** From one of the project's folders, or with the ending of a file that we write. A gap (`<area>`, `*`) makes it a pattern. */
const NAMED_PATH = new RegExp(
  String.raw`(?<![\w./@*>}$-])(?:(?:${FOLDERS.join('|')})/[\w./-]*[\w/]|[\w-][\w./-]*\.(?:ts|tsx|mjs|css|sql|md|po))(?![\w<*{$…/])(?!-\w)`,
  'g',
);
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]+)?\)/g;

function brokenPaths(file: SourceFile, known: KnownPaths): Untidy[] {
  const prose = proseOf(file);
  const here = dirname(file.path);
  const found = [...prose.matchAll(NAMED_PATH)]
    .filter(([named]) => !known.has(named) && !known.has(posix.join(here, named)))
    .map((match) => untidy(file, match.index, `${match[0]} is not there`));
  if (!file.path.endsWith('.md')) return found;
  const links = [...prose.matchAll(LINK)].filter(
    ([, target = '']) => target !== '' && !known.has(posix.join(here, target)),
  );
  return [...found, ...links.map((match) => untidy(file, match.index, `the link to ${match[1]} leads nowhere`))];
}

/** Nobody does anything in `What stands below …`; a reader has to guess who. Drawings that are not in the repository explain nothing. */
function headlessComments(file: SourceFile): Untidy[] {
  if (!CODE.test(file.path)) return [];
  const comments = onlyComments(file.text);
  const headless = [...comments.matchAll(/(?:\/\*\*?|\/\/)\s+(?:\* )?(?<first>What|Where|Whose)\b/g)];
  const drawings = [...comments.matchAll(/\bmockups?\b/g)];
  return [
    ...headless.map((match) =>
      untidy(file, match.index, `a comment begins with "${match.groups?.['first']}": say who does what`),
    ),
    ...drawings.map((match) => untidy(file, match.index, 'cites a drawing that is not in the repository')),
  ];
}

/** The numbers of the headings, as `8` of `## 8. OTC`. */
function sectionsOf(rules: string): Set<string> {
  return new Set([...rules.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number!));
}

/** `§` alone means docs/rules.md: of other documents nobody has the text, save those that the world has. */
function brokenSections(file: SourceFile, sections: ReadonlySet<string>): Untidy[] {
  return [...proseOf(file).matchAll(/(?<before>\b(?:RFC|issue|spec)\b[^§\n]{0,12})?§(?<number>\d+)/g)].flatMap(
    (match) => {
      const { before = '', number = '' } = match.groups ?? {};
      if (before.startsWith('RFC')) return [];
      if (before !== '') return [untidy(file, match.index, `${before.trim()} §${number} is not in the repository`)];
      return sections.has(number) ? [] : [untidy(file, match.index, `docs/rules.md has no section ${number}`)];
    },
  );
}

/** A note is defined where text follows its title; elsewhere it is cited. */
function definedNotes(text: string): string[] {
  return [...text.matchAll(/\[Note: ([^\]\n]+)\](?:\n| (?!in |and )[A-Z])/g)].map(([, title]) => title!);
}

function brokenNotes(file: SourceFile, defined: ReadonlySet<string>): Untidy[] {
  return [...proseOf(file).matchAll(/\[Note: ([^\]\n…]+)\]/g)]
    .filter(([, title]) => !defined.has(title!))
    .map((match) => untidy(file, match.index, `${match[0]} is nowhere`));
}

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const PASCAL = /^[A-Z][A-Za-z0-9]*$/;
const HOOK = /^use[A-Z][A-Za-z0-9]*$/;
const COMPONENT = /^export (?:default )?(?:function|const|class) [A-Z]\w*[a-z]/m;

/** A component's file, styles and folder are in PascalCase, a hook's file is `useX`, everything else is in kebab-case. */
function wrongCase(file: SourceFile): Untidy[] {
  if (!CODE.test(file.path) && !STYLES.test(file.path)) return [];
  const stem = posix.basename(file.path).split('.')[0] ?? '';
  const isOfPage = file.path.startsWith('src/');
  const isComponent = isOfPage && file.path.endsWith('.tsx') && stem !== 'index' && COMPONENT.test(file.text);
  const says = (rule: string): Untidy[] => [untidy(file, 0, `${stem} is ${rule}`)];
  if (isOfPage && HOOK.test(stem)) return [];
  if (isComponent) return PASCAL.test(stem) ? [] : says('the file of a component: PascalCase');
  if (isOfPage && PASCAL.test(stem) && (STYLES.test(file.path) || file.path.endsWith('.tsx'))) return [];
  return KEBAB.test(stem) ? [] : says('no component and no hook: kebab-case');
}

function tooLong(file: SourceFile): Untidy[] {
  if (!CODE.test(file.path) && !STYLES.test(file.path)) return [];
  const lines = file.text.trimEnd().split('\n').length;
  const most = file.path.startsWith('tests/') ? MAX_TEST_FILE_LINES : MAX_FILE_LINES;
  const ofFile = lines > most ? [untidy(file, 0, `${lines} lines; at most ${most}`)] : [];
  if (!CODE.test(file.path)) return ofFile;
  const functions = ownLengths(file).filter((one) => one.lines > MAX_FUNCTION_LINES);
  return [
    ...ofFile,
    ...functions.map(({ name, line, lines: own }) => ({
      path: file.path,
      line,
      problem: `${name} has ${own} lines of its own; at most ${MAX_FUNCTION_LINES}`,
    })),
  ];
}

function untidy(file: SourceFile, index: number, problem: string): Untidy {
  return { path: file.path, line: lineAt(file.text, index), problem };
}

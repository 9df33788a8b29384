import { describe, expect, it } from 'vitest';
import { ownLengths } from '../../../scripts/support/function-length';
import { findUntidy, MAX_FILE_LINES, MAX_FUNCTION_LINES } from '../../../scripts/support/tidy';

const RULES = { path: 'docs/rules.md', text: '# Rules\n\n## 1. Money\n\n## 12. Operators\n' };
const THERE = ['docs/rules.md', 'src/format/date.ts'];

/** The project itself passes, so that only the caught ones are tried here. */
function problemsOf(path: string, text: string): string[] {
  return findUntidy([RULES, { path, text }], [...THERE, path]).map(({ line, problem }) => `${line}: ${problem}`);
}

const lines = (count: number) => Array.from({ length: count }, (_, nth) => `  use(${nth});`).join('\n');

describe('references', () => {
  it.each([
    ['a file that is not there', '\n// See src/format/gone.ts.', '2: src/format/gone.ts is not there'],
    ['a folder that is not there', '/** In src/gone/away. */', '1: src/gone/away is not there'],
    ['a name that no file has', '// gone.ts has the rules.', '1: gone.ts is not there'],
    ['a section that is not there', '/** docs/rules.md §1, §13. */', '1: docs/rules.md has no section 13'],
    ['a paper that is not here', '/** (issue 5 §1) */', '1: issue 5 §1 is not in the repository'],
    ['a note that nobody tells', '// See [Note: Gone].', '1: [Note: Gone] is nowhere'],
  ])('catches %s', (_, text, problem) => {
    expect(problemsOf('gateway/x.ts', text)).toEqual([problem]);
  });

  it('looks into documents, but not into their examples', () => {
    const text = 'See [dates](../src/format/date.ts) and [more](gone.md#part).\n\n```\nsrc/new/file.ts\n```\n';
    expect(problemsOf('docs/guide.md', text)).toEqual([
      '1: gone.md is not there',
      '1: the link to gone.md leads nowhere',
    ]);
  });
});

describe('names', () => {
  it.each([
    ['gateway/twoWords.ts', '', 'kebab-case'],
    ['gateway/Service.ts', 'export class Service {}', 'kebab-case'],
    ['worker/useThing.ts', '', 'kebab-case'],
    ['src/components/saveFile.ts', 'export function saveFile() {}', 'kebab-case'],
    ['src/components/amount-field.tsx', 'export function AmountField() {}', 'PascalCase'],
  ])('catches %s', (path, text, rule) => {
    expect(problemsOf(path, text)).toEqual([expect.stringContaining(rule)]);
  });
});

describe('comments', () => {
  it('catches one without a subject, at any of its beginnings', () => {
    const text =
      '/** What is left. */\n// Where it lies.\n/**\n * Whose turn it is.\n */\nconst what = 1; // Whatever it is, it stays.\n';
    expect(problemsOf('src/app/a.ts', text)).toEqual([
      '1: a comment begins with "What": say who does what',
      '2: a comment begins with "Where": say who does what',
      '3: a comment begins with "Whose": say who does what',
    ]);
  });

  it('catches a drawing that nobody has, and leaves words in code alone', () => {
    const text = "/** The card of the mockup. */\nconst mockup = 'What now?';\n";
    expect(problemsOf('src/app/a.ts', text)).toEqual(['1: cites a drawing that is not in the repository']);
  });
});

describe('lengths', () => {
  it('catches a file and a style sheet that are too long', () => {
    expect(problemsOf('gateway/x.ts', lines(MAX_FILE_LINES))).toEqual([]);
    expect(problemsOf('gateway/x.ts', lines(MAX_FILE_LINES + 1))).toEqual(['1: 401 lines; at most 400']);
    expect(problemsOf('src/theme/x.css', lines(MAX_FILE_LINES + 1))).toEqual(['1: 401 lines; at most 400']);
  });

  it('catches a function that is too long, by name and line', () => {
    const most = `\nfunction long() {\n${lines(MAX_FUNCTION_LINES - 2)}\n}`;
    expect(problemsOf('gateway/x.ts', most)).toEqual([]);
    expect(problemsOf('gateway/x.ts', most.replace('{\n', '{\n  use();\n'))).toEqual([
      '2: long has 71 lines of its own; at most 70',
    ]);
  });

  it('counts the lines of a function within another one there', () => {
    const text = 'function outer() {\n  const inner = () => {\n    use();\n    use();\n  };\n  return inner;\n}';
    expect(ownLengths({ path: 'x.ts', text })).toEqual([
      { name: 'outer', line: 1, lines: 4 },
      { name: 'a function', line: 2, lines: 4 },
    ]);
  });
});

/** Reads the example of CONTRIBUTING.md as steps, which a test carries out word for word in a copy of the repository. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file that is made, a place in one that is changed, or commands. */
export type Step =
  | { kind: 'file'; path: string; text: string }
  | { kind: 'edit'; path: string; before: string; after: string }
  | { kind: 'run'; commands: string[] };

const FENCE = /^```(\w*)[ ]?([^\n]*)\n([\s\S]*?)^```$/gm;

/** The steps of a section of a Markdown text. @param title of its heading of the second level */
export function stepsOf(markdown: string, title: string): Step[] {
  const [, section] = markdown.split(`\n## ${title}\n`);
  if (section === undefined) throw new Error(`There is no section "${title}".`);
  return [...section.split(/^## /m)[0]!.matchAll(FENCE)].map(([, language, path = '', body = '']): Step => {
    if (path === '') return { kind: 'run', commands: body.trim().split('\n') };
    if (language !== 'diff') return { kind: 'file', path, text: body };
    const side = (dropped: string) =>
      body
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith(dropped))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    return { kind: 'edit', path, before: side('+'), after: side('-') };
  });
}

/** Makes or changes the file of a step below `root`. @throws Error where the place is not there, or there twice */
export function carryOut(root: string, step: Exclude<Step, { kind: 'run' }>): void {
  const file = join(root, step.path);
  if (step.kind === 'file') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, step.text, { flag: 'wx' });
    return;
  }
  const parts = readFileSync(file, 'utf8').split(step.before);
  if (parts.length !== 2) {
    throw new Error(`${step.path} has ${parts.length - 1} places for this:\n${step.before}`);
  }
  writeFileSync(file, parts.join(step.after));
}

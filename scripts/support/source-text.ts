/** Comments and code of a source file, apart. Both stay where they are, so that an index gives its line. */

const COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Blanks comments out, so that an import in an example is none. Strings keep their text. */
export function withoutComments(text: string): string {
  return text.replace(COMMENT, (match, string: string | undefined) => (string === undefined ? blank(match) : match));
}

/** Blanks out everything but comments. */
export function onlyComments(text: string): string {
  let rest = '';
  let end = 0;
  for (const match of text.matchAll(COMMENT)) {
    if (match[1] !== undefined) continue;
    rest += blank(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return rest + blank(text.slice(end));
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

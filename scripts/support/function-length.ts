/** Measures how long the functions of a file are. */
import { parseSync, type ESTree } from 'vite';
import type { SourceFile } from './import-edges';
import { lineAt } from './source-text';

export interface FunctionLength {
  name: string;
  line: number;
  lines: number;
}

type Node = ESTree.Node;

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

/**
 * A function's own lines: those of the functions within it are counted there. So what only holds functions together, as a
 * factory that returns its methods or a `describe`, is as long as a class would be: not at all.
 */
export function ownLengths({ path, text }: SourceFile): FunctionLength[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const found: FunctionLength[] = [];
  const extraLines = ({ start, end }: Node): number => text.slice(start, end).split('\n').length - 1;
  const measure = (node: Node): void => {
    const within = functionsIn(childrenOf(node));
    const lines = within.reduce((sum, inner) => sum - extraLines(inner), extraLines(node) + 1);
    const name = 'id' in node && node.id && 'name' in node.id ? String(node.id.name) : 'a function';
    found.push({ name, line: lineAt(text, node.start), lines });
    within.forEach(measure);
  };
  functionsIn([program]).forEach(measure);
  return found;
}

/** The outermost functions among these nodes and below them. */
function functionsIn(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => (FUNCTIONS.has(node.type) ? [node] : functionsIn(childrenOf(node))));
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}

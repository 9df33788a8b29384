/** Circles of imports: files that lead back to themselves, by values, types or parts that are loaded later. */
import { importsOf, type SourceFile } from './import-edges';

type Graph = ReadonlyMap<string, readonly string[]>;

/** Each circle once, as the files that one passes through: `a`, `b`, `a` is told as [a, b]. */
export function findCircles(files: readonly SourceFile[]): string[][] {
  const graph = graphOf(files);
  return knots(graph).map((knot) => shortestRound(graph, knot));
}

function graphOf(files: readonly SourceFile[]): Graph {
  const paths = new Set(files.map(({ path }) => path));
  const fileOf = (target: string): string | undefined =>
    ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'].map((end) => target + end).find((path) => paths.has(path));
  return new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap(({ isRelative, target }) => (isRelative ? (fileOf(target) ?? []) : [])),
    ]),
  );
}

/** Files that all reach each other (Tarjan's strongly connected components), where there are several. */
function knots(graph: Graph): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (path: string): number => {
    const own = order.size;
    order.set(path, own);
    open.push(path);
    let low = own;
    for (const next of graph.get(path) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === own) {
      const knot = open.splice(open.indexOf(path));
      if (knot.length > 1 || graph.get(path)?.includes(path)) found.push(knot);
    }
    return low;
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return found;
}

/** The shortest way from the knot's first file by name back to it. */
function shortestRound(graph: Graph, knot: readonly string[]): string[] {
  const start = [...knot].sort()[0]!;
  const within = new Set(knot);
  let ways: string[][] = [[start]];
  const seen = new Set<string>();
  while (ways.length > 0) {
    const longer: string[][] = [];
    for (const way of ways) {
      for (const next of graph.get(way.at(-1)!) ?? []) {
        if (next === start) return way;
        if (!within.has(next) || seen.has(next)) continue;
        seen.add(next);
        longer.push([...way, next]);
      }
    }
    ways = longer;
  }
  return [...knot];
}

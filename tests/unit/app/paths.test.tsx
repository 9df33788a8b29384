import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { paths, PUBLIC, TABS } from '../../../src/app/paths';
import { routeOf } from '../../../src/routes';

/** The paths of docs/screens.md, which has them in the first columns of its tables; a cell may name two. */
function documentedPaths(): string[] {
  const rows = readFileSync('docs/screens.md', 'utf8').matchAll(/^\| (\/[^|]*?) *\|(?!.*not built yet)/gm);
  return [...rows].flatMap(([, cell = '']) => cell.split(' and '));
}

describe('paths', () => {
  it('are the documented routes, no more and no fewer', () => {
    expect(Object.values(paths).toSorted()).toEqual(documentedPaths().toSorted());
  });

  it('have the five tabs in the order of the bar', () => {
    expect(TABS.map((tab) => paths[tab])).toEqual([
      '/pages/index/index',
      '/pages/index/index2',
      '/pages/blance_record/blance_record6',
      '/pages/my/my',
      '/pages/index/index1',
    ]);
  });

  it('need a login unless they are the way in', () => {
    const open = Object.entries(paths).filter(([name]) => PUBLIC.has(name as keyof typeof paths));
    for (const [, path] of open) expect(path).toMatch(/^\/$|\/(login|register|forget_pwd|download|security)\//);
    expect(routeOf(paths.assets)?.access).toBe('user');
    expect(routeOf(paths.login)?.access).toBe('public');
  });
});

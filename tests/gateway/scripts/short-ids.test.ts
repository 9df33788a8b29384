import { expect, it } from 'vitest';
import { shortIds } from '../../../scripts/vite-short-ids';

it('texts have names of three characters, all different; two that begin alike keep theirs', () => {
  expect([...shortIds(['+5OVzW', '+6M6Hg', 'abcXY1', 'abcXY2'])]).toEqual([
    ['+5OVzW', '+5O'],
    ['+6M6Hg', '+6M'],
    ['abcXY1', 'abcXY1'],
    ['abcXY2', 'abcXY2'],
  ]);
});

it('another text renames none but one that begins alike', () => {
  const before = shortIds(['+5OVzW', '+6M6Hg', 'abcXY1']);
  const after = shortIds(['+5OVzW', '+6M6Hg', 'abcXY1', '+6MZZZ']);
  expect([...before].filter(([id, name]) => after.get(id) !== name)).toEqual([['+6M6Hg', '+6M']]);
});

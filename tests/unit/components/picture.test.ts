import { expect, it } from 'vitest';
import { brokenInto } from '../../../src/components/picture';

const atMost = (count: number) => (line: string) => line.length <= count;

it.each([
  ['en', 'Only USDT over BEP20. Nothing else.', 15, ['Only USDT over', 'BEP20. Nothing', 'else.']],
  ['de', 'Netzwerkbestätigungsfrist ja', 10, ['Netzwerkbestätigungsfrist', 'ja']],
  ['zh-Hans', '你好，世界。', 3, ['你好，', '世界。']],
  ['en', '', 5, ['']],
])('lines in %s break between words and lose nothing', (language, text, length, lines) => {
  const broken = brokenInto(text, language, atMost(length));
  expect(broken.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  expect(broken).toEqual(lines);
});

import { expect, it } from 'vitest';
import { formatMegabytes, formatRate } from '../../../src/format/bytes';

it.each([
  ['zh-Hans', '1,024.4 MB'],
  ['en', '1,024.4 MB'],
  ['de', '1.024,4 MB'],
  ['fr', '1 024,4 Mo'],
] as const)('megabytes in %s', (locale, expected) => {
  expect(formatMegabytes(1024.4 * 1024 * 1024, locale).replace(/\s/g, ' ')).toBe(expected);
});

it.each([
  ['de', 1.06 * 1024 * 1024, '1,1 MB/s'],
  ['en', 80 * 1024, '80 kB/s'],
] as const)('a rate in %s', (locale, bytes, expected) => {
  expect(formatRate(bytes, locale).replace(/\s/g, ' ')).toBe(expected);
});

import { expect, it } from 'vitest';
import { notesFor } from '../../../src/update/notes';

const NOTES = { EN: ['Faster'], DE: ['Schneller'], CN: ['更快'] };

it.each([
  ['de', NOTES, { lang: 'de', lines: ['Schneller'] }],
  ['th', NOTES, { lang: 'en', lines: ['Faster'] }],
  ['th', { CN: ['更快'], VI: ['Nhanh hơn'] }, { lang: 'zh-Hans', lines: ['更快'] }],
  ['th', { VI: ['Nhanh hơn'] }, { lang: 'vi', lines: ['Nhanh hơn'] }],
  ['th', {}, { lang: '', lines: [] }],
] as const)('notes in %s: its own, English, Chinese, or what there is', (locale, notes, shown) => {
  expect(notesFor(structuredClone(notes) as Parameters<typeof notesFor>[0], locale)).toEqual(shown);
});

import { describe, expect, it } from 'vitest';
import {
  differences,
  lostPlaceholders,
  parseCatalogue,
  typography,
  untranslated,
  wrongPlurals,
} from '../../../scripts/support/catalogue';

/** A .po file as Lingui writes it. */
function po(...entries: [id: string, text: string, context?: string][]): ReturnType<typeof parseCatalogue> {
  const quoted = (text: string) => `"${text.replaceAll('"', '\\"')}"`;
  const blocks = entries.map(([id, text, context]) =>
    [
      '#: src/a.tsx',
      ...(context ? [`msgctxt ${quoted(context)}`] : []),
      `msgid ${quoted(id)}`,
      `msgstr ${quoted(text)}`,
    ].join('\n'),
  );
  return parseCatalogue(
    ['msgid ""\nmsgstr ""\n"Language: de\\n"', ...blocks, '#~ msgid "old"\n#~ msgstr "alt"'].join('\n\n'),
  );
}

describe('a catalogue is read', () => {
  it('with contexts, quotes and lines that go on, without what is obsolete', () => {
    expect([...po(['All', 'Alle'], ['All', 'Alles', 'amount'], ['Say "yes"', 'Sagen Sie „ja“'])]).toEqual([
      ['All', 'Alle'],
      ['amount\u0004All', 'Alles'],
      ['Say "yes"', 'Sagen Sie „ja“'],
    ]);
    expect([...parseCatalogue('msgid ""\n"one "\n"two"\nmsgstr "eins zwei"')]).toEqual([['one two', 'eins zwei']]);
  });
});

describe('the check finds', () => {
  it('a text that the catalogue lacks, and one that the code no longer has', () => {
    const code = po(['Old and kept', ''], ['New', '']);
    expect(differences(po(['Old and kept', 'x'], ['Left over', 'y']), code)).toEqual([
      'missing: New',
      'no longer used: Left over',
    ]);
    expect(differences(code, code)).toEqual([]);
  });

  it('the same text without its context', () => {
    expect(differences(po(['All', 'Alle']), po(['All', '', 'amount']))).toHaveLength(2);
  });

  it('what is not translated', () => {
    expect(untranslated(po(['Fee', ''], ['Hold', 'Reserviert']))).toEqual(['not translated: Fee']);
  });

  it('a lost or misspelt placeholder or tag', () => {
    const good: [string, string] = ['{0} of {n} in <0/>', '{n} mit {0} in <0/>'];
    expect(lostPlaceholders(po(good))).toEqual([]);
    for (const bad of ['{0} von {m} in <0/>', '{0} von {n}', '{0} in <0/>']) {
      expect(lostPlaceholders(po([good[0], bad])), bad).toHaveLength(1);
    }
  });

  it('plurals that the language does not have, or lacks', () => {
    const id = '{n, plural, one {# day} other {# days}}';
    expect(wrongPlurals('de', po([id, '{n, plural, one {# Tag} other {# Tage}}']))).toEqual([]);
    expect(wrongPlurals('ja', po([id, '{n, plural, other {#日}}']))).toEqual([]);
    expect(wrongPlurals('fr', po([id, '{n, plural, one {# jour} many {# de jours} other {# jours}}']))).toEqual([]);
    expect(wrongPlurals('de', po([id, '{n, plural, other {# Tage}}']))).toHaveLength(1);
    expect(wrongPlurals('ja', po([id, '{n, plural, one {#日} other {#日}}']))).toHaveLength(1);
  });

  it.each([
    ['zh-Hans', '本单(已结束)', '本单（已结束）'],
    ['zh-Hans', '大于100 USDT', '大于 100 USDT'],
    ['zh-Hant', '點一下“分享”', '點一下「分享」'],
    ['ja', '確認中...', '確認中…'],
    ['ja', 'RAB を開く', 'RABを開く'],
    ['de', 'Tippen Sie auf "Teilen"', 'Tippen Sie auf „Teilen“'],
    ['de', 'Prüfe deine Angaben', 'Prüfen Sie Ihre Angaben'],
    ['fr', 'Frais : {fee}', 'Frais\u00A0: {fee}'],
    ['fr', 'Se déconnecter ?', 'Se déconnecter\u202F?'],
    ['fr', "L'ordre", 'L’ordre'],
    ['fr', 'Tu reçois', 'Vous recevez'],
    ['vi', 'Chọn "Thêm"', 'Chọn “Thêm”'],
  ])('in %s “%s”, and lets “%s” pass', (locale, bad, good) => {
    expect(typography(locale, po(['x', bad]))).toHaveLength(1);
    expect(typography(locale, po(['x', good]))).toEqual([]);
  });

  it('no fault in plural syntax, names and tags', () => {
    expect(typography('zh-Hans', po(['x', '{n, plural, other {剩余 # 天}}，共<0/>（{total}）']))).toEqual([]);
    expect(typography('fr', po(['x', '{n, plural, one {# jour} other {# jours}}']))).toEqual([]);
  });
});

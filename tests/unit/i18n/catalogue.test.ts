import { describe, expect, it } from 'vitest';
import { differences, lostPlaceholders, parseCatalogue, untranslated } from '../../../scripts/support/catalogue';

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

describe('the check finds', () => {
  it('a text that the catalogue lacks, and one that the code no longer has', () => {
    const code = po(['Old and kept', ''], ['New', '']);
    expect(differences(po(['Old and kept', 'x'], ['Left over', 'y']), code)).toEqual([
      'missing: New',
      'no longer used: Left over',
    ]);
    expect(differences(code, code)).toEqual([]);
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
});

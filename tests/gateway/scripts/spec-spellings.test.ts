import { describe, expect, it } from 'vitest';
import { specSpellings } from '../../../scripts/support/spec-spellings';
import { findUntidy } from '../../../scripts/support/tidy';

const wordsIn = (path: string, text: string) =>
  specSpellings({ path, text }).map(({ line, problem }) => `${line}: ${problem.split(' ')[0]}`);

describe('the specification’s spellings', () => {
  it.each([
    ['a name', '\nexport const docert = 1;', '2: docert'],
    ['a call by its method', 'call(doSaveCash);', '1: doSaveCash'],
    ['one among others of its make', 'allSellListUsdt2, usdtSales', '1: allSellListUsdt2'],
    ['a name that begins with one', 'interface Props { hostingOrder: string }', '1: hostingOrder'],
    ['a name that has one inside', 'function useHostingSheet() {}', '1: useHostingSheet'],
    ['a call’s verb', 'await world.call(ann, "otcUsdtSure", {});', '1: otcUsdtSure'],
    ['a comment', '/** Opens the recharge screen. */', '1: recharge'],
    ['a folder that code imports', "import { x } from '../hosting/x';", '1: hosting'],
    ['a key with a hyphen', "'banner-hosting': text", '1: hosting'],
    ['a misspelling of its', 'const blanceRows = 1;', '1: blanceRows'],
    ['a library’s name', 'bindGoogle2Fa()', '1: bindGoogle2Fa'],
  ])('are caught in %s', (_, text, found) => {
    expect(wordsIn('src/x.ts', text)).toEqual([found]);
  });

  it('are caught in documents, in tests and in the names of files', () => {
    expect(wordsIn('docs/guide.md', 'See `mchProfile`.')).toEqual(['1: mchProfile']);
    expect(wordsIn('tests/unit/x.test.ts', 'emailLogin')).toEqual(['1: emailLogin']);
    expect(wordsIn('src/pages/recharge/index.tsx', '')).toEqual(['1: recharge']);
    expect(wordsIn('src/pages/RechargePage.tsx', '')).toEqual(['1: RechargePage']);
  });

  it('may stand where they are explained, listed or kept', () => {
    for (const path of ['docs/glossary.md', 'contract/former-names.ts', 'tests/worker/former-names.test.ts'])
      expect(wordsIn(path, 'hostingOrder')).toEqual([]);
    const listed = '- **POST** docert,\n  doSaveCash\n- **GET** aiIncome\n\nThe page docert.';
    expect(wordsIn('docs/rules.md', listed)).toEqual(['5: docert']);
    for (const path of ['locales/de.po', 'tests/traffic/1.0.50.json', 'gateway/db/migrations/0001_x.sql'])
      expect(findUntidy([{ path, text: 'hostingOrder' }], [path])).toEqual([]);
  });

  it('fail the check of the whole project', () => {
    const found = findUntidy([{ path: 'worker/x.ts', text: 'let docert;' }], ['worker/x.ts']);
    expect(found).toEqual([{ path: 'worker/x.ts', line: 1, problem: expect.stringContaining('docert is the spec') }]);
  });
});

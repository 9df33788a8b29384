import { describe, expect, it } from 'vitest';
import { createCatalogues } from '../../../worker/service/catalogues';
import { at, BASE_URL, memoryCache } from './memory-cache';

const ENTRIES = [
  { url: 'index.html', revision: 'r1' },
  { url: 'assets/Home-Ci0ioNeH.js', revision: null },
  { url: 'assets/de-BBBBBBBB.js', revision: null, integrity: 'sha384-de' },
  { url: 'assets/start-de-BBBBBBBB.js', revision: null, integrity: 'sha384-start-de' },
  { url: 'assets/zh-Hant-BBBBBBBB.js', revision: null, integrity: 'sha384-tw' },
];

function catalogues(answer: () => Promise<Response> = async () => new Response('fresh')) {
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  const fetch = (url: string, init?: RequestInit) => {
    asked.push({ url, init });
    return answer();
  };
  return { asked, ...createCatalogues(ENTRIES, { fetch, baseUrl: BASE_URL }) };
}

describe('catalogues', () => {
  it('come along with a new version for the languages in use, and only for them', async () => {
    // Versions before kept the login page's texts of every language.
    const before = ['assets/de-AAAAAAAA.js', 'assets/start-zh-Hant-AAAAAAAA.js', 'assets/Home-AAAAAAAA.js'];
    const { cache, kept } = memoryCache(...before);
    const { installUsed, asked } = catalogues();
    await installUsed(cache);
    const reload = (name: string, integrity: string) => ({
      url: at(`assets/${name}-BBBBBBBB.js`),
      init: { cache: 'reload', integrity },
    });
    expect(asked).toEqual([reload('start-de', 'sha384-start-de'), reload('de', 'sha384-de')]);
    expect(kept.get(at('assets/de-BBBBBBBB.js'))).toBe('fresh');
    await installUsed(cache);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['a wrong digest or no connection', () => Promise.reject(new TypeError('failed'))],
    ['an error of the server', async () => new Response('no', { status: 500 })],
  ])('fail the install with %s', async (_, answer) => {
    const { cache, kept } = memoryCache('assets/de-AAAAAAAA.js');
    await expect(catalogues(answer).installUsed(cache)).rejects.toThrow();
    expect([...kept.keys()]).toEqual([at('assets/de-AAAAAAAA.js')]);
  });

  it('are answered from the cache, whatever the query, and else fetched and kept', async () => {
    const { cache, kept } = memoryCache('assets/de-AAAAAAAA.js');
    const { answer, asked } = catalogues();
    const textAt = async (file: string) => (await answer(cache, new URL(at(file)))).text();
    expect(await textAt('assets/de-AAAAAAAA.js?retry=1'), 'of the version before').toBe('kept before');
    expect(asked).toEqual([]);
    expect(await textAt('assets/zh-Hant-BBBBBBBB.js?retry=2')).toBe('fresh');
    expect(kept.get(at('assets/zh-Hant-BBBBBBBB.js'))).toBe('fresh');
    expect(await textAt('assets/zh-Hant-BBBBBBBB.js')).toBe('fresh');
    expect(asked).toHaveLength(1);
  });
});

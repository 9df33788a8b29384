import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hrefTo, paths } from '../../../src/app/paths';
import type { HomePicture, PictureNode } from '../../../src/bridge/types';
import { draw } from '../../../src/start/picture/draw';

const MARK = '<div class="rab-boot">RAB</div>';
const AT = Date.UTC(2026, 10, 22, 5, 58);

const total: PictureNode = [
  'main',
  { class: 'column' },
  [
    ['p', { 'data-age-place': '' }, ['Total value']],
    ['span', { class: 'rab-num', style: 'width: 36px' }, ['26,525.12']],
    ['svg', { viewBox: '0 0 24 24' }, [['path', { d: 'M0 0L1 1' }, []]]],
  ],
];

function picture(changes: Partial<HomePicture> = {}): HomePicture {
  return {
    build: 'b1',
    lang: 'en',
    width: innerWidth,
    isHidden: false,
    asOf: Date.now(),
    maxAgeMs: 60_000,
    age: { today: ['span', {}, ['as of 13:58']], later: ['span', {}, ['as of 22 Nov, 13:58']] },
    nodes: [total],
    ...changes,
  };
}

const root = () => document.getElementById('root') as HTMLElement;
const drawn = (changes: Partial<HomePicture> = {}) => draw(picture(changes), 'b1', Promise.resolve());

beforeEach(() => {
  document.documentElement.lang = 'en';
  document.body.innerHTML = `<div id="root">${MARK}</div>`;
  location.hash = '';
  localStorage.clear();
});
afterEach(() => (document.body.innerHTML = ''));

describe('the picture of Home', () => {
  it('stands where the mark stood, and takes neither taps nor focus', async () => {
    expect(await drawn()).toBe(true);
    expect(root().textContent).toBe('Total value26,525.12');
    expect((root().firstElementChild as HTMLElement).inert).toBe(true);
    expect(root().querySelector<HTMLElement>('.rab-num')?.style.width).toBe('36px');
    expect(root().querySelector('path')?.namespaceURI).toBe('http://www.w3.org/2000/svg');
  });

  it.each([
    ['another build', { build: 'b2' }, ''],
    ['another language', { lang: 'de' }, ''],
    ['another width', { width: 1 }, ''],
    ['figures that are hidden now', { isHidden: true }, ''],
    ['another screen', {}, hrefTo(paths.assets)],
  ])('is not shown with %s', async (_what, changes, hash) => {
    location.hash = hash;
    expect(await drawn(changes)).toBe(false);
    expect(root().innerHTML).toBe(MARK);
  });

  it('is not shown with figures to somebody who hides them now', async () => {
    localStorage.setItem('rab.eye', 'hidden');
    expect(await drawn()).toBe(false);
    expect(await drawn({ isHidden: true })).toBe(true);
  });

  it.each<[string, PictureNode]>([
    ['script', ['script', {}, ['alert(1)']]],
    ['iframe', ['iframe', {}, []]],
    ['foreignObject', ['svg', {}, [['foreignObject', {}, []]]]],
    ['a handler', ['p', { onclick: 'alert(1)' }, []]],
    ['an address', ['a', { href: 'javascript:alert(1)' }, []]],
    ['an address in a drawing', ['svg', {}, [['path', { 'xlink:href': '#a' }, []]]]],
    ['a picture from elsewhere', ['img', { src: 'https://evil.example/a.png' }, []]],
    ['a picture from elsewhere without a scheme', ['img', { src: '//evil.example/a.png' }, []]],
  ])('admits no %s', async (_what, node) => {
    expect(await drawn({ nodes: [total, node] })).toBe(false);
    expect(root().innerHTML).toBe(MARK);
  });

  it('tells its age once it is older than the answers may be, with the day when it is another one', async () => {
    await drawn({ asOf: Date.now() - 10_000 });
    expect(root().textContent).toBe('Total value26,525.12');
    root().innerHTML = MARK;
    await drawn({ asOf: AT - 86_400_000 * 30 });
    expect(root().textContent).toBe('Total valueas of 22 Nov, 13:5826,525.12');
    root().innerHTML = MARK;
    // The clock was set back since.
    await drawn({ asOf: Date.now() + 2 * 86_400_000 });
    expect(root().textContent).toBe('Total valueas of 22 Nov, 13:5826,525.12');
    root().innerHTML = MARK;
    const noon = new Date();
    noon.setHours(0, 0, 0, 0);
    await drawn({ asOf: Math.max(noon.getTime(), Date.now() - 3_600_000), maxAgeMs: -1 });
    expect(root().textContent).toBe('Total valueas of 13:5826,525.12');
  });
});

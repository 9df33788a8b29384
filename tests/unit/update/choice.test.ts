import { describe, expect, it } from 'vitest';
import { chooseTarget } from '../../../src/update/choice';

const URLS = { package_url: '/releases/full', hot_package_url: '/releases/hot' };
const choose = (hot: string, full: string, refused: string[] = []) =>
  chooseTarget({ hot_version_code: hot, version_code: full, ...URLS }, { installed: '1.9.9', full: '1.9.0', refused });

describe('which package is taken (docs/rules.md §20)', () => {
  it.each([
    // announced hot, announced full, expected kind and version
    ['1.10.0', '1.9.0', 'hot', '1.10.0'],
    ['1.10.0', '1.10.0', 'full', '1.10.0'],
    ['1.10.0', '', 'hot', '1.10.0'],
    ['1.10.0', 'garbage', 'hot', '1.10.0'],
    // The full one would be a step back from what is installed.
    ['1.10.0', '1.9.5', 'hot', '1.10.0'],
    // A code.
    ['11000', '10905', 'hot', '1.10.0'],
    ['1.10.0', '11000', 'full', '1.10.0'],
    ['11000', '1.10.0', 'full', '1.10.0'],
  ])('hot %s, full %s: the %s package of %s', (hot, full, kind, version) => {
    const url = kind === 'full' ? '/releases/full' : '/releases/hot';
    expect(choose(hot, full)).toEqual({ kind, version, url });
  });

  it.each([
    ['1.9.9', '1.9.9'],
    ['1.9.9.0', ''],
    ['1.9', '2.0.0'],
    ['', ''],
    ['1.10.0-beta', ''],
    ['1..10', ''],
    ['v2', ''],
    ['10909', '10909'],
    // Either 0.20.0 or 2000.
    ['2000', ''],
  ])('hot %s, full %s: none', (hot, full) => {
    expect(choose(hot, full)).toBeNull();
  });

  it('none that did not start here', () => {
    expect(choose('1.10.0', '', ['1.10'])).toBeNull();
    expect(choose('11000', '', ['1.10'])).toBeNull();
    expect(choose('1.10.0', '', ['11000'])).toBeNull();
    expect(choose('1.10.1', '', ['1.10'])).not.toBeNull();
  });
});

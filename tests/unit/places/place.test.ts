import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citiesNamed } from '../../../src/places/cities';
import { formatCoordinates, linkOf, parseCoordinates, placeOfLink } from '../../../src/places/place';

describe('coordinates', () => {
  it.each([
    ['31.23, 121.47', 31.23, 121.47],
    ['  31.23   121.47 ', 31.23, 121.47],
    ['31.23;121.47', 31.23, 121.47],
    ['-33.8688, 151.2093', -33.8688, 151.2093],
    ['33.8688° S, 70.5° w', -33.8688, -70.5],
    ['90, -180', 90, -180],
    ['0,0', 0, 0],
  ])('are read from %s', (text, lat, lng) => {
    expect(parseCoordinates(text)).toEqual({ lat, lng, name: null });
  });

  it.each(['', 'Berlin', '31.23', '91, 0', '0, 181', '1e1, 2', '1,2,3', '31,23 121,47', '٣١, ١٢', '1..2, 3', 'NaN, 0'])(
    'are not read from %s',
    (text) => {
      expect(parseCoordinates(text)).toBeNull();
    },
  );

  it('are written to about a metre, and read again', () => {
    expect(formatCoordinates({ lat: -0.000001, lng: 121.4737 })).toBe('0.00000, 121.47370');
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (lat, lng) => {
          const read = parseCoordinates(formatCoordinates({ lat, lng }));
          expect(Math.abs((read?.lat ?? 99) - lat)).toBeLessThan(1e-5);
          expect(Math.abs((read?.lng ?? 999) - lng)).toBeLessThan(1e-5);
        },
      ),
    );
  });
});

describe('the place of a link', () => {
  it('has a name of one line without what is invisible, or none', () => {
    const at = { lat: '31.23', lng: '121.47' };
    expect(placeOfLink({ ...at, name: ' The\u202e  Bund\n' })).toEqual({ lat: 31.23, lng: 121.47, name: 'The Bund' });
    expect(placeOfLink(at)).toMatchObject({ name: null });
    expect(placeOfLink({ ...at, name: 'x'.repeat(500) })?.name).toHaveLength(80);
  });

  it('is the one that was put into it', () => {
    const place = { lat: 48.2082, lng: 16.3738, name: 'Vienna' };
    expect(placeOfLink(linkOf(place))).toEqual(place);
  });

  it.each([{}, { lat: '1' }, { lat: '1', lng: 'x' }, { lat: '1,2', lng: '3' }, { lat: '91', lng: '0' }])(
    'is none: %o',
    (link) => {
      expect(placeOfLink(link)).toBeNull();
    },
  );
});

describe('cities', () => {
  const names = (text: string, locale: 'en' | 'de' | 'zh-Hans' = 'en') =>
    citiesNamed(text, locale).map(({ name }) => name);

  it('are found by the beginning of a word, whatever case and marks', () => {
    expect(names('berl')).toEqual(['Berlin']);
    expect(names('SÃO')).toEqual(['Sao Paulo']);
    expect(names('york')).toEqual(['New York']);
    expect(names('erlin')).toEqual([]);
    expect(names(' ')).toEqual([]);
  });

  it('are found by their country in the language of the page, after those of the name', () => {
    expect(names('Österreich', 'de')).toEqual(['Vienna']);
    expect(names('中国', 'zh-Hans').slice(0, 2)).toEqual(['Beijing', 'Chengdu']);
    expect(names('mexico')).toEqual(['Mexico City']);
  });
});

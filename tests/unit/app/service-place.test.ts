import { describe, expect, it } from 'vitest';
import { freeTop } from '../../../src/app/shell/service-place';

const WITHIN = { top: 48, bottom: 792 };

describe('the floating button’s place', () => {
  it('is where it was put as long as that covers nothing', () => {
    expect(freeTop(700, [{ top: 100, bottom: 140 }], WITHIN)).toBe(700);
  });

  it('is above or below what would be covered, whichever is nearer, with air between', () => {
    expect(freeTop(700, [{ top: 740, bottom: 770 }], WITHIN)).toBe(690);
    expect(freeTop(600, [{ top: 580, bottom: 604 }], WITHIN)).toBe(606);
  });

  it('passes over what lies next to that, too', () => {
    const taken = [
      { top: 690, bottom: 730 },
      { top: 630, bottom: 680 },
    ];
    expect(freeTop(695, taken, WITHIN)).toBe(732);
    expect(freeTop(695, [...taken, { top: 735, bottom: 780 }], WITHIN)).toBe(580);
  });

  it('stays between title and tab bar, and is nowhere when nothing is free', () => {
    expect(freeTop(60, [{ top: 90, bottom: 120 }], WITHIN)).toBe(122);
    expect(
      freeTop(
        700,
        [
          { top: 720, bottom: 792 },
          { top: 56, bottom: 700 },
        ],
        WITHIN,
      ),
    ).toBeNull();
  });
});

import type { HomePicture } from '../../../worker/api';

/** A kept look of Home. */
export const PICTURE: HomePicture = {
  build: 'b1',
  lang: 'en',
  width: 390,
  isHidden: false,
  asOf: 1_000,
  maxAgeMs: 60_000,
  age: { today: 'as of 13:58', later: 'as of 22 Nov, 13:58' },
  nodes: [['p', { class: 'total' }, ['26525.12']]],
};

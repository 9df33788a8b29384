/** The device that every spec has unless it says otherwise: also that of contexts which tests make by themselves and share. */
import { zoneOfNoon } from '../../support/zone-of-noon';

export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  locale: 'en-US',
  // A statement of the last days is another one after midnight.
  timezoneId: zoneOfNoon(),
  // Frames of what moves cost more than all else on a page: a few specs leave motion on.
  reducedMotion: 'reduce',
} as const;

/**
 * Names and types that boot, page and build of a start share (docs/start.md). Nothing else spells these names in code; a test
 * finds who does, and holds index.html and the styles, which cannot import them, to them.
 */
import type { HomePicture } from '../bridge/types';
import type { Locale } from '../i18n/locales';

/** The file that every page loads before its first paint, made of src/start/boot. */
export const BOOT_FILE = 'boot.js';
/** The element of `BOOT_FILE` carries `StartFiles` under it, as JSON. A page without it is one of development. */
export const FILES_ATTRIBUTE = 'data-start';

/** Addresses of files of the build. */
export interface StartFiles {
  /** Another one for every build that differs in a file that the page can load. */
  build: string;
  /** The page's own scripts, in their order. */
  scripts: string[];
  /** Texts of the login page, and all texts, by language. */
  loginTexts: Partial<Record<Locale, string>>;
  texts: Partial<Record<Locale, string>>;
  worker: string;
  /** Shows the picture of Home. */
  draw: string;
  /** Home's chunks and styles beside `scripts`, each after what it imports. */
  home: string[];
}

/** The module behind `StartFiles.draw`. */
export interface DrawModule {
  draw(picture: HomePicture, build: string, styles?: Promise<unknown>): Promise<boolean>;
}

/** Work that boot began where somebody was logged in, for the page to take over. */
export interface Handover {
  worker?: Worker;
  /** Resolves when what Home shows has its styles. */
  styles?: Promise<unknown>;
  /** Resolves with whether the picture of Home is on the screen. */
  picture?: Promise<boolean>;
}

declare global {
  interface Window {
    rabStart?: Handover;
  }
  /** Set by the build: false for what `START_WITHOUT` leaves out, so that `npm run bench -- start` measures what it buys. */
  const TRICK: Readonly<Record<Trick, boolean>>;
}

export function handover(): Handover {
  return (window.rabStart ??= {});
}

export const WORKER_NAME = 'rab-data';

/** On `<html>`: what the styles and the page's language follow. */
export const SCHEME_ATTRIBUTE = 'data-prefers-color-scheme';
export const UPDOWN_ATTRIBUTE = 'data-updown';
/** On `<html>`: the languages to choose from, the default first. */
export const OFFERED_ATTRIBUTE = 'data-offered';

/** The mark that stands in index.html until the first screen or the picture of Home does. */
export const MARK_CLASS = 'rab-boot';
/** The picture of Home tells its age at the end of the element with it. */
export const AGE_ATTRIBUTE = 'data-age-place';

/** Events of the document, by which boot judges the start: the page has come up; it comes up, and changes stored data. */
export const STARTED_EVENT = 'rab:started';
export const UPGRADING_EVENT = 'rab:upgrading';

/** Everything that makes a start or a first tap faster and can be left out: docs/start.md has what each buys. */
export const TRICKS = [
  'inlineStyle',
  'pacedScripts',
  'loginTexts',
  'pageContract',
  'chunkGroups',
  'reactChunk',
  'twoWaves',
  'earlyWorker',
  'earlyFiles',
  'picture',
  'firstRead',
  'later',
  'gradualRows',
  'readiness',
  'readAhead',
  'rehearsal',
] as const;
export type Trick = (typeof TRICKS)[number];

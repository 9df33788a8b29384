/** The page's work on languages, loaded when the page has time. Without this file the app goes on with what it knows. */
import type { Bridge } from '../bridge/bridge';
import { keepLanguagesOffline } from '../i18n/keep-offline';
import { followOffered } from './follow';

/** Call once, after the start. */
export function startLanguages(bridge: Bridge): void {
  keepLanguagesOffline();
  followOffered(bridge);
}

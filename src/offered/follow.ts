/**
 * Follows which languages the gateway offers (docs/rules.md §15). Loaded when the page has time: a start uses the languages it
 * knew last (src/start/boot/looks.ts). Not in src/i18n: the login page needs none of its text.
 */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { languages } from '../../contract/calls/content';
import type { Bridge } from '../bridge/bridge';
import type { Output } from '../bridge/types';
import { toast } from '../components/toast';
import { activate, activeLocale, completeTexts, offeredLocales, switchLocale } from '../i18n/activate';
import { isLocale, LOCALE_INFO, LOCALES, type Locale, type OfferedLocales } from '../i18n/locales';
import { OFFERED_ATTRIBUTE, startLocale } from '../start';
import { readPreference, writePreference } from '../theme/preferences';

/** Longer than a toast's three seconds: it explains why the page reads otherwise all at once. */
const SHOWN_MS = 6_000;

function offeredBy(answer: Output<typeof languages>): OfferedLocales {
  const localeOf = (code: string) => LOCALES.find((one) => LOCALE_INFO[one].gatewayCode === code);
  const first = localeOf(answer.default) ?? LOCALES[0];
  const others = answer.languages.flatMap(({ code }) => localeOf(code) ?? []);
  // A person who asks for none of the offered languages gets the default, so it is always offered.
  return [first, ...others.filter((one) => one !== first)];
}

/** Keeps the gateway's languages for the next start, and renders again the parts that show languages. */
export function keepOffered(offered: OfferedLocales): void {
  const html = document.documentElement;
  const next = offered.join(' ');
  writePreference('rab.offered', next);
  if (html.getAttribute(OFFERED_ATTRIBUTE) === next) return;
  html.setAttribute(OFFERED_ATTRIBUTE, next);
  i18n.activate(i18n.locale);
}

/** Returns the person's own choice, or the language that they read, if the gateway no longer offers it. */
function languageLeft(offered: OfferedLocales): Locale | null {
  const chosen = readPreference('rab.locale');
  const read = isLocale(chosen) ? chosen : activeLocale();
  return offered.includes(read) ? null : read;
}

/** Shows the language that the app would start in now; the page changes once, when its texts are there. */
async function follow(bridge: Bridge): Promise<void> {
  const left = languageLeft(offeredLocales());
  const next = startLocale(offeredLocales());
  const isOther = next !== activeLocale();
  if (left !== null && isLocale(readPreference('rab.locale'))) await switchLocale(next);
  else if (isOther) await activate(next);
  if (isOther) await bridge.setLang(LOCALE_INFO[next].gatewayCode);
  if (left === null) return;
  await completeTexts();
  const [name, now] = [LOCALE_INFO[left].nativeName, LOCALE_INFO[next].nativeName];
  toast.show(i18n._(msg`${name} is no longer offered. The app now speaks ${now}`), { shownMs: SHOWN_MS });
}

/** Asks the gateway and follows its answer. Without an answer, or without the texts of a language, everything stays. @returns whether it answered */
export async function askOffered(bridge: Bridge): Promise<boolean> {
  const answer = await bridge.read(languages, {});
  if (!answer.ok) return false;
  keepOffered(offeredBy(answer.data));
  await follow(bridge).catch(() => {});
  return true;
}

/** Follows from now on: at once, and whenever the connection comes back. */
export function followOffered(bridge: Bridge): void {
  bridge.isOnline.subscribe((isOnline) => {
    if (isOnline) void askOffered(bridge);
  });
  void askOffered(bridge);
}

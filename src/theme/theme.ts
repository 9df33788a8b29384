import { useSyncExternalStore } from 'react';
import { SCHEME_ATTRIBUTE, UPDOWN_ATTRIBUTE } from '../start';
import { readChoice, writePreference } from './preferences';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type Scheme = 'light' | 'dark';
export type Updown = 'red-up' | 'green-up';
/** The ground under the system's status bar: the page, or the night blue of the sign-in header. */
export type StatusBarGround = 'bg' | 'night';

export interface ThemeState {
  choice: ThemeChoice;
  /** The scheme shown now: the choice, or the system's. */
  scheme: Scheme;
  updown: Updown;
  /** Null while the language's default applies. */
  updownChoice: Updown | null;
}

const DARK = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();
let choice: ThemeChoice = 'system';
let updownChoice: Updown | null = null;
let localeUpdown: Updown = 'red-up';
let ground: StatusBarGround = 'bg';
let state: ThemeState = { choice, scheme: 'light', updown: localeUpdown, updownChoice };

function paintStatusBar(): void {
  const token = ground === 'night' ? '--rab-night' : '--rab-bg';
  const colour = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  if (colour) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
}

function apply(): void {
  const systemScheme = matchMedia(DARK).matches ? 'dark' : 'light';
  state = {
    choice,
    scheme: choice === 'system' ? systemScheme : choice,
    updown: updownChoice ?? localeUpdown,
    updownChoice,
  };
  const html = document.documentElement;
  html.setAttribute(SCHEME_ATTRIBUTE, state.scheme);
  html.setAttribute(UPDOWN_ATTRIBUTE, state.updown);
  paintStatusBar();
  for (const listener of listeners) listener();
}

/** Reads the stored choices, applies them and follows the system from then on. Call once, before the first render. */
export function startTheme(): void {
  choice = readChoice('rab.theme', ['light', 'dark']) ?? 'system';
  updownChoice = readChoice('rab.updown', ['red-up', 'green-up']);
  matchMedia(DARK).addEventListener('change', apply);
  apply();
}

/** Applies and remembers system, light or dark. */
export function setTheme(next: ThemeChoice): void {
  choice = next;
  writePreference('rab.theme', next === 'system' ? null : next);
  apply();
}

/** Applies and remembers the direction of price colours; null goes back to the language's default. */
export function setUpdown(next: Updown | null): void {
  updownChoice = next;
  writePreference('rab.updown', next);
  apply();
}

/** The default of the active language; it never overrides an explicit choice. */
export function setLocaleUpdown(next: Updown): void {
  localeUpdown = next;
  apply();
}

/** Sets the ground that colours the status bar; screens with the night header set `night` and put `bg` back. */
export function setStatusBarGround(next: StatusBarGround): void {
  ground = next;
  paintStatusBar();
}

export function themeState(): ThemeState {
  return state;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme as React state: re-renders when the choice, the system's scheme or the price colours change. */
export function useTheme(): ThemeState {
  return useSyncExternalStore(subscribe, themeState);
}

/** Moves the app between screens. */
import { useSyncExternalStore } from 'react';
import { AppHistory, addressText, type Address } from './history';
import { hrefTo, isTab, pathName, paths } from './paths';

/** Tabs and the way in: they lie at the bottom, and back on them asks before leaving. */
export function isRootPath(path: string): boolean {
  const name = pathName(path);
  return isTab(name) || name === 'login' || name === 'launch';
}

let leaveAsked: () => void = () => {};

/** Sets what the app does when somebody presses back on a root; the shell calls it, for only the shell knows the language. */
export function onLeaveAsked(listener: () => void): void {
  leaveAsked = listener;
}

export const appHistory = new AppHistory({
  window,
  after: (delayMs, callback) => {
    const id = setTimeout(callback, delayMs);
    return () => clearTimeout(id);
  },
  isRoot: isRootPath,
  onLeaveAsked: () => leaveAsked(),
});

function useAddress(): Address {
  return useSyncExternalStore(appHistory.subscribe, () => appHistory.address);
}

/** The location hook for wouter: unlike wouter's own it keeps the query behind the hash. */
export function useHashLocation(): [string, (to: string, options?: { replace?: boolean }) => void] {
  return [useAddress().path, navigate];
}

/** The search hook for wouter, without the `?`. */
export function useHashSearch(): string {
  return useAddress().search;
}

function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) appHistory.replace(to);
  else appHistory.open(to);
}

/** One value of the current address's query, undefined when it is not there. */
export function useQuery(name: string): string | undefined {
  return new URLSearchParams(useAddress().search).get(name) ?? undefined;
}

export interface Navigation {
  /** Pushes a sub-page; a tab or the login page takes the place of everything. */
  open: (path: string, query?: Record<string, string | undefined>) => void;
  /** In place of the current page. */
  replace: (path: string, query?: Record<string, string | undefined>) => void;
  /** For NavBar's back; home when there is nothing behind. */
  back: () => void;
}

const navigation: Navigation = {
  open: (path, query) => appHistory.open(hrefTo(path, query).slice(1)),
  replace: (path, query) => appHistory.replace(hrefTo(path, query).slice(1)),
  back: () => {
    if (!appHistory.back()) appHistory.replace(paths.home);
  },
};

export function useNavigation(): Navigation {
  return navigation;
}

/** The current address as it can be returned to. */
export function currentAddress(): string {
  return addressText(appHistory.address);
}

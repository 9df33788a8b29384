import type { SessionState } from '../../contract/events';
import { readPreference, writePreference } from '../theme/preferences';
import { pathName, paths, PUBLIC, type PathName } from './paths';

/** docs/rules.md §16: a launch may begin at download, register, register verify code and my. */
const LAUNCH_TARGETS: ReadonlySet<PathName> = new Set<PathName>([
  'install',
  'register',
  'registerEmailCode',
  'registerSmsCode',
  'assets',
  // A mail leads there, and what it is for does not wait.
  'freezeLink',
]);

/**
 * Decides where a launch goes (docs/rules.md §16, "Launch rule"): to the home tab with a session, to the login page without,
 * unless the target is one of those that stand for themselves. A path without a screen stays, and the app says that there is
 * no such page. Do not call it for reloads: they stay where they are.
 * @param isShortcut true when the person chose one of the manifest's shortcuts; their addresses say so
 * @returns the path to go to, or null to stay
 */
export function launchTarget(
  path: string,
  session: SessionState,
  hasScreen: (path: string) => boolean,
  isShortcut = false,
): string | null {
  const name = pathName(path);
  const isEntry = name === 'launch';
  // A person who held the app's icon and chose a shortcut has opened that screen, not the app.
  if (isShortcut && session.state === 'open' && hasScreen(path)) return null;
  if (!isEntry && !hasScreen(path)) return null;
  if (name && LAUNCH_TARGETS.has(name)) return null;
  return session.state === 'open' || session.state === 'locked' ? paths.home : paths.login;
}

/** Returns whether somebody was logged in when the app was last open. Only a guess: the worker knows. */
export function wasInside(): boolean {
  return readPreference('rab.inside') !== null;
}

export function rememberInside(isInside: boolean): void {
  if (isInside !== wasInside()) writePreference('rab.inside', isInside ? '1' : null);
}

/** Returns whether a start at `path` shows something else than the login page to somebody who is not logged in. */
export function isElsewhere(path: string): boolean {
  const name = pathName(path);
  return name !== 'launch' && name !== 'login' && (name === undefined || PUBLIC.has(name));
}

/** Returns the screen that a start at `path` most likely ends at, with somebody logged in. */
export function startPath(path: string): string {
  const name = pathName(path);
  return name === undefined || name === 'launch' || name === 'login' ? paths.home : path;
}

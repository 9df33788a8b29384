import type { SessionState } from '../../contract/events';
import { NOTICE_QUERY } from '../../contract/notice-link';
import { readPreference, writePreference } from '../theme/preferences';
import { routeOfLink } from './app-links';
import type { Address } from './history';
import { hrefTo, pathName, paths, PUBLIC, type PathName } from './paths';

/** docs/rules.md §16: a launch may begin at download, register, register verify code and my. */
const LAUNCH_TARGETS: ReadonlySet<PathName> = new Set<PathName>([
  'install',
  'register',
  'registerEmailCode',
  'registerSmsCode',
  'assets',
  // A mail leads there, and what it is for does not wait.
  'freezeLink',
  // Another app has shared an image.
  'shared',
]);

/**
 * Decides where a launch goes (docs/rules.md §16, "Launch rule"): to the home tab with a session, to the login page without,
 * unless the target is one of those that stand for themselves. A path without a screen stays, and the app says that there is
 * no such page. Do not call it for reloads: they stay where they are.
 * @param isChosen true when the person chose this very screen: a shortcut of the app's icon, a link of the app's scheme, a notice. Its
 * place is kept behind the login or the lock
 * @returns the path to go to, or null to stay
 */
export function launchTarget(
  path: string,
  session: SessionState,
  hasScreen: (path: string) => boolean,
  isChosen = false,
): string | null {
  const name = pathName(path);
  const isEntry = name === 'launch';
  if (isChosen && hasScreen(path)) return null;
  if (!isEntry && !hasScreen(path)) return null;
  if (name && LAUNCH_TARGETS.has(name)) return null;
  return session.state === 'open' || session.state === 'locked' ? paths.home : paths.login;
}

/**
 * [Note: Invitation links]
 * `/?invite=CODE` is a plain address: it works in every messenger, and links of an installed app lie in its scope. The start puts the
 * code behind the hash, before anything looks at the address, and the launch rule leads on: to registration with the code filled in, or
 * home with the session that is there. The code is kept on the device until somebody logs in, so that it is still there for a person who
 * looks at the login page first, or installs the app and registers in it.
 */
export function takeInvitation({ location, history }: Pick<Window, 'location' | 'history'>): void {
  const query = new URLSearchParams(location.search);
  const [code, link] = [query.get('invite'), query.get('link')];
  const route = code !== null ? hrefTo('/', { invite: code }) : link !== null ? routeOfLink(link) : null;
  if (route !== null) history.replaceState(history.state, '', `${location.pathname}${route}`);
}

/** Returns whether the query is one of a shortcut's, of a link's of the app's own scheme, or of a notice's address. */
export function isChosenScreen(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('shortcut') || query.has(NOTICE_QUERY);
}

/** Returns the code of a start by an invitation link, undefined for any other. */
export function invitationOf({ path, search }: Address): string | undefined {
  return (pathName(path) === 'launch' && new URLSearchParams(search).get('invite')) || undefined;
}

let isInvitationUnused = false;

/** Leads a person without a session to registration, and remembers for one with a session that there is nothing to invite them to. */
export function invitationTarget(code: string, session: SessionState): string | null {
  isInvitationUnused = session.state !== 'anonymous';
  if (isInvitationUnused) return null;
  writePreference('rab.invited', code);
  return hrefTo(paths.register, { code }).slice(1);
}

/** Returns, once, whether somebody who is logged in opened an invitation link. */
export function takeUnusedInvitation(): boolean {
  const isUnused = isInvitationUnused;
  isInvitationUnused = false;
  return isUnused;
}

/** Returns whether somebody was logged in when the app was last open. Only a guess: the worker knows. */
export function wasInside(): boolean {
  return readPreference('rab.inside') !== null;
}

export function rememberInside(isInside: boolean): void {
  if (isInside !== wasInside()) writePreference('rab.inside', isInside ? '1' : null);
  if (isInside) writePreference('rab.invited', null);
}

/** Returns the path of the screen that a start at `address` most likely ends at. */
export function likelyStart(address: Address): string {
  const name = pathName(address.path);
  const isAnyPage = name !== 'launch' && name !== 'login';
  if (wasInside()) return isAnyPage && name !== undefined ? address.path : paths.home;
  if (invitationOf(address) !== undefined) return paths.register;
  return isAnyPage && (name === undefined || PUBLIC.has(name)) ? address.path : paths.login;
}

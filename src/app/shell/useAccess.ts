import { useEffect, useRef, useState } from 'react';
import type { SessionState } from '../../../contract/events';
import { bridge } from '../../bridge/bridge';
import { useSession, useWorkerState } from '../../bridge/session';
import { forgetShared } from '../../bridge/shared-images';
import type { Route } from '../../routes';
import { invitationOf, invitationTarget, isChosenScreen, launchTarget, rememberInside, wasInside } from '../launch';
import { appHistory, currentAddress } from '../navigation';
import { isOpen, paths } from '../paths';
import { forgetReturns, rememberReturn, takeReturn } from '../return-to';

const WAYS_IN: ReadonlySet<string> = new Set(['login', 'loginSms', 'loginAuthenticator']);

const NOBODY: SessionState = { state: 'anonymous' };

/** Leads a launch to its target. @returns whether that is another page than the present one */
export function goToLaunchTarget(session: SessionState): boolean {
  const { path, search } = appHistory.address;
  const invitation = invitationOf(appHistory.address);
  const target =
    (invitation && invitationTarget(invitation, session)) ??
    launchTarget(path, session, isOpen, isChosenScreen(search));
  if (target === null || target === path) return false;
  appHistory.replace(target);
  return true;
}

/** `wait`: nobody knows yet who is logged in, or a redirect is on its way. */
export type AccessDecision = 'wait' | 'show';

/**
 * Decides who may see which screen: applies the launch rule once, then shows the login page instead of private screens to
 * people without a session, and the app proper instead of the login page to people with one.
 * @param isLaunch true when the app has just been launched, false when it was reloaded
 */
export function useAccess(path: string, route: Route | undefined, isLaunch: boolean): AccessDecision {
  const told = useSession();
  const known = told?.state === 'unknown' ? null : told;
  const isDown = useWorkerState() === 'down';
  // If nobody was logged in, the login page is shown at once; should somebody be logged in after all, the app follows. An
  // invitation leads elsewhere by who is there, so it waits for the worker's word.
  const [isNobodyExpected] = useState(() => !wasInside() && invitationOf(appHistory.address) === undefined);
  const session = known ?? (isNobodyExpected && !isDown && !told ? NOBODY : null);
  const [isLaunching, setLaunching] = useState(isLaunch);
  const lastSession = useRef(NOBODY);
  const isEntry = path === paths.launch || (route !== undefined && WAYS_IN.has(route.name));
  const mustLogIn = session?.state === 'anonymous' && (path === paths.launch || route?.access === 'user');
  const isInside = session?.state === 'open' && isEntry;

  useEffect(() => {
    if (known) rememberInside(known.state !== 'anonymous');
  }, [known]);

  useEffect(() => {
    if (!session) return;
    if (isLaunching) {
      setLaunching(false);
      if (goToLaunchTarget(session)) return;
    }
    const last = lastSession.current;
    lastSession.current = session;
    const isOver = last.state !== 'anonymous' && session.state === 'anonymous';
    // Nobody knows whose session it was that ended while it was locked.
    if (isOver && (bridge().sessionCause === 'logged-out' || last.state !== 'open')) {
      forgetReturns();
      forgetShared();
    } else if (mustLogIn && route) {
      rememberReturn('login', currentAddress(), last.state === 'open' ? last.userId : undefined);
    }
    if (mustLogIn) appHistory.replace(paths.login);
    else if (isInside) appHistory.replace(takeReturn('login', session.userId) ?? paths.home);
  }, [session, isLaunching, path, route, mustLogIn, isInside]);

  return !session || isLaunching || mustLogIn || isInside ? 'wait' : 'show';
}

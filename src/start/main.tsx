import { App } from '../app/App';
import { whenIdle } from './idle';
import { preload } from '../app/LazyPage';
import { appHistory } from '../app/navigation';
import { paths } from '../app/paths';
import { likelyStart, takeInvitation } from '../app/launch';
import { startReturns } from '../app/return-to';
import { startScrollMemory } from '../app/scroll';
import { startViewport } from '../app/viewport';
import { installBridge } from '../bridge/bridge';
import { startLifeWatch } from '../bridge/life-watch';
import { systemTimers } from '../bridge/timers';
import { spawnWorker } from '../bridge/worker';
import { goToLaunchTarget } from '../app/shell/useAccess';
import { activeLocale, bootLocale, startI18n } from '../i18n/activate';
import { LOCALE_INFO } from '../i18n/locales';
import { routeOf } from '../routes';
import { handover } from './manifest';
import { createRoot } from './react';
import { holdInstallPrompt } from '../install/prompt';
import { startTheme } from '../theme/theme';
import { startKeptForms } from '../update/kept-forms';

/** The mark of index.html stays at most this long for the first screen's code and the data that the device keeps for it. */
const FIRST_SCREEN_LIMIT_MS = 600;
/** A picture of Home may stay longer: any screen without data would show less. */
const PICTURE_LIMIT_MS = 5_000;

// The worker loads while the page does: it is what every screen waits for.
const bridge = installBridge({ spawn: spawnWorker, timers: systemTimers });
const wanted = bootLocale();
bridge.start({ origin: location.origin, lang: LOCALE_INFO[wanted].gatewayCode });
startLifeWatch(bridge);
startKeptForms(() => bridge.session.get());
holdInstallPrompt();
startTheme();
startViewport();
takeInvitation(window);
const isLaunch = appHistory.begin();
startReturns(isLaunch);
startScrollMemory();
// The screen that comes is known before the worker has told who is there.
const first = likelyStart(appHistory.address);
const isAtLogin = first === paths.login;
const firstScreen = preload(routeOf(first)?.load);

const root = document.getElementById('root');
function render(mustLaunch: boolean): void {
  if (root) createRoot(root).render(<App isLaunch={mustLaunch} />);
}

const firstScreenWithin = (limitMs: number) =>
  Promise.race([firstScreen, new Promise((resolve) => setTimeout(resolve, limitMs))]);

// Not awaited by the module: chunks that import from this one would be held up until it is done.
async function start(): Promise<void> {
  await startI18n(isAtLogin && TRICK.loginTexts ? 'start' : 'all');
  if (activeLocale() !== wanted) void bridge.setLang(LOCALE_INFO[activeLocale()].gatewayCode);
  if (isAtLogin) render(isLaunch);
  else {
    // Rendered once, with its figures, instead of empty first.
    if (TRICK.firstRead) await firstScreenWithin(FIRST_SCREEN_LIMIT_MS);
    const early = handover();
    await early.styles;
    if ((await early.picture) && TRICK.firstRead) await firstScreenWithin(PICTURE_LIMIT_MS);
    const session = bridge.session.get();
    if (isLaunch && session) goToLaunchTarget(session);
    render(isLaunch && session === null);
  }
  // The service worker fetches files for later; that must not keep the first screen waiting.
  whenIdle(() => {
    if (import.meta.env.PROD && 'serviceWorker' in navigator)
      import('../update/register').then(
        ({ registerServiceWorker }) => registerServiceWorker(),
        () => {},
      );
    import('../offered/languages').then(
      ({ startLanguages }) => startLanguages(bridge),
      () => {},
    );
  });
}

// src/start/boot/watch-start.ts waits for such errors.
start().catch(reportError);

import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { appHistory } from './app/navigation';
import { startScrollMemory } from './app/scroll';
import { admitOwnScripts } from './app/trusted-types';
import { startViewport } from './app/viewport';
import { installBridge } from './bridge/bridge';
import { startLifeWatch } from './bridge/life-watch';
import { systemTimers } from './bridge/timers';
import { spawnWorker } from './bridge/worker';
import { activeLocale, startI18n, startLocale } from './i18n/activate';
import { keepLanguagesOffline } from './i18n/keep-offline';
import { LOCALE_INFO } from './i18n/locales';
import { holdInstallPrompt } from './install/prompt';
import { startTheme } from './theme/theme';
import { registerServiceWorker } from './update/register';

admitOwnScripts();
// The worker loads while the page does: it is what every screen waits for.
const bridge = installBridge({ spawn: spawnWorker, timers: systemTimers });
bridge.start({ origin: location.origin, lang: LOCALE_INFO[startLocale()].gatewayCode });
startLifeWatch(bridge);
holdInstallPrompt();
startTheme();
startViewport();
const isLaunch = appHistory.begin();
startScrollMemory();

await startI18n();
if (activeLocale() !== startLocale()) void bridge.setLang(LOCALE_INFO[activeLocale()].gatewayCode);
const root = document.getElementById('root');
if (root) createRoot(root).render(<App isLaunch={isLaunch} />);
void registerServiceWorker();
keepLanguagesOffline();

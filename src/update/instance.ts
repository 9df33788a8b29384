/** The page's updater, made when it is first needed. */
import { reportRelease, version } from '../../contract/calls/content';
import { bridge } from '../bridge/bridge';
import { openLink } from './link';
import { Updater } from './updater';

let made: Updater | null = null;

/** The app's updater; without a service worker (development, browsers that refuse it) it has nothing to do. */
export function updater(): Updater {
  made ??= new Updater({
    link: import.meta.env.PROD ? openLink(navigator.serviceWorker as ServiceWorkerContainer | undefined) : null,
    announced: async () => {
      const answer = await bridge().read(version, {});
      return answer.ok ? answer.data : null;
    },
    report: async ({ version: failed, kind, reason, detail }) => {
      // Every tab hears of a failure; the one in front reports it.
      if (document.visibilityState !== 'visible') return false;
      const answer = await bridge().write(reportRelease, { version: failed, kind, reason, detail });
      return answer.ok;
    },
    reload: () => location.reload(),
    after: (delayMs, callback) => {
      const id = setTimeout(callback, delayMs);
      return () => clearTimeout(id);
    },
    now: () => Date.now(),
  });
  return made;
}

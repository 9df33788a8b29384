/** The page's updater, made when it is first needed. */
import { version } from '../../contract/calls/content';
import { reportRelease } from '../../contract/calls/release-report';
import { bridge } from '../bridge/bridge';
import { openLink } from './link';
import { Updater } from './updater';

type Link = ReturnType<typeof openLink>;

let opened: Link | undefined;
let made: Updater | null = null;

/** The page's line to its service worker; null in development, and in browsers that refuse one. */
export function serviceWorkerLink(): Link {
  if (opened === undefined)
    opened = import.meta.env.PROD ? openLink(navigator.serviceWorker as ServiceWorkerContainer | undefined) : null;
  return opened;
}

/** The app's updater; without a service worker it has nothing to do. */
export function updater(): Updater {
  made ??= new Updater({
    link: serviceWorkerLink(),
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

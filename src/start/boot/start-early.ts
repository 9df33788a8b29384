import type { PictureMessage } from '../../bridge/types';
import type { Locale } from '../../i18n/locales';
import { handover, WORKER_NAME, type DrawModule, type Handover, type StartFiles } from '../manifest';
import { addLink } from './add-link';

/** Asks for what Home needs while the page's scripts load. @returns when what Home shows has its styles, or they do not come */
function askForHome({ draw, scripts, home, texts }: StartFiles, locale: Locale): Promise<unknown> {
  const styled: Promise<unknown>[] = [];
  for (const address of [draw, ...scripts, ...home, texts[locale]]) {
    const isStyle = address?.endsWith('.css');
    const link = address && addLink(isStyle ? 'stylesheet' : 'modulepreload', address);
    if (link && isStyle) styled.push(new Promise((resolve) => (link.onload = link.onerror = resolve)));
  }
  return Promise.all(styled);
}

function startWorker({ worker: address, draw, build }: StartFiles, early: Handover): void {
  const worker = new Worker(address, { type: 'module', name: WORKER_NAME });
  early.worker = worker;
  worker.onerror = () => delete early.worker;
  worker.onmessage = ({ data: { picture } }: MessageEvent<Partial<PictureMessage>>) => {
    if (!TRICK.picture || !picture) return;
    early.picture = (import(/* @vite-ignore */ draw) as Promise<DrawModule>).then(
      (module) => module.draw(picture, build, early.styles),
      () => false,
    );
  };
}

/**
 * With somebody logged in the data worker opens its databases, and what Home needs loads, while the page's scripts do. The
 * page takes the worker over (src/bridge/worker.ts). Home as it was last seen is shown meanwhile.
 */
export function startEarly(files: StartFiles, locale: Locale): void {
  const early = handover();
  if (TRICK.earlyWorker) startWorker(files, early);
  if (TRICK.earlyFiles) early.styles = askForHome(files, locale);
}

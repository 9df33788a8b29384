import { expose } from 'comlink';
import type { PictureMessage } from './api';
import { createWorkerApi } from './create-worker-api';
import { beginOnce } from './entry';
import { browserEnvironment } from './environment';

// Opening the database takes longest, so it does not wait for the page.
function begin(): void {
  const api = createWorkerApi(browserEnvironment(), {
    isEager: true,
    onPicture: (picture) => postMessage({ picture } satisfies PictureMessage),
  });
  expose(api);
}

// [Note: Evaluated once] in worker/entry.ts
void beginOnce(self, begin, () => import(/* @vite-ignore */ self.location.href));

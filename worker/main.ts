import { expose } from 'comlink';
import type { PictureMessage } from './api';
import { createWorkerApi } from './create-worker-api';
import { browserEnvironment } from './environment';

// Opening the database takes longest, so it does not wait for the page.
const api = createWorkerApi(browserEnvironment(), {
  isEager: true,
  onPicture: (picture) => postMessage({ picture } satisfies PictureMessage),
});
expose(api);

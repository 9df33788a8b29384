import { expose } from 'comlink';
import { createWorkerApi } from './create-worker-api';
import { browserEnvironment } from './environment';

// Opening the database takes longest, so it does not wait for the page.
expose(createWorkerApi(browserEnvironment(), { isEager: true }));

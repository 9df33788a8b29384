import { expose } from 'comlink';
import { createWorkerApi } from './create-worker-api';
import { browserEnvironment } from './environment';

expose(createWorkerApi(browserEnvironment()));

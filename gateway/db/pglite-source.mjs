// Starts the embedded database's thread from source: registers tsx's loader in the thread (naming tsx in execArgv does
// nothing there), then loads the TypeScript. A build has pglite-worker.js and does not use this file.
import { register } from 'tsx/esm/api';

register();
await import('./pglite-worker.ts');

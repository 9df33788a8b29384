/** React by itself: in its own chunk (scripts/start/chunks.ts) it comes up in a task of its own, before the app's does. */
export { createRoot } from 'react-dom/client';

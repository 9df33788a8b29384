/** The start as everybody else sees it. It knows no screen and no bridge; the picture of Home, which does, has an index of its own. */
export { CHUNK_LIMIT_MS, failedModuleUrl, loadAgain, loadOnce, PAGE_LIMIT_MS, type ScreenModule } from './chunk';
export { whenIdle, whenIdleInTurn } from './idle';
export { Later } from './Later';
export { startLocale } from './locale';
export {
  AGE_ATTRIBUTE,
  handover,
  MARK_CLASS,
  OFFERED_ATTRIBUTE,
  SCHEME_ATTRIBUTE,
  STARTED_EVENT,
  UPDOWN_ATTRIBUTE,
  UPGRADING_EVENT,
  WORKER_NAME,
} from './manifest';
export { rehearse } from './rehearse';
export { NEW_ROWS_PER_FRAME, useGradualRows } from './useGradualRows';

/**
 * Images that another app shares to this one: the manifest's `share_target` posts them to SHARE_PATH, where the service worker takes them
 * and leads on to the screen that asks what they are for. Without one they reach the gateway, which keeps nothing of them.
 */
export const SHARE_PATH = '/share';
/** The service worker's cache of them; who logs out deletes it. */
export const SHARED_CACHE = 'rab-shared';
/** Name of the files in the posted form. */
export const SHARE_FIELD = 'images';
export const SHARED_SCREEN_PATH = '/pages/share/share';
/** Stands in the query where no service worker was there to take them. */
export const MISSED_QUERY = 'missed';

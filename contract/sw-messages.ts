/**
 * What pages and the service worker say to each other. A page of one version may talk to a service worker of another,
 * so every message carries the protocol's number, and who gets one that it does not know ignores it.
 */
import * as z from 'zod/mini';

export const SW_PROTOCOL = 1;

const protocol = z.literal(SW_PROTOCOL);

/** The digest of a build's start page, which names all its files: equal for equal builds. */
const build = z.string();

/**
 * Page → service worker, with a port for the answer (`MessageChannel`), except KEEP_LANGUAGE and SKIP_WAITING.
 * - GET_VERSION: which build is this service worker of → VERSION
 * - GET_CLIENTS: how many pages are open, so that a page can tell whether others have to move along → CLIENTS
 * - KEEP_LANGUAGE: the page shows this language; its catalogue is to be there offline too
 * - SKIP_WAITING: take over now; all pages then get `controllerchange`
 */
export const toServiceWorker = z.discriminatedUnion('type', [
  z.object({ protocol, type: z.literal('GET_VERSION') }),
  z.object({ protocol, type: z.literal('GET_CLIENTS') }),
  z.object({ protocol, type: z.literal('KEEP_LANGUAGE'), language: z.string().check(z.maxLength(20)) }),
  z.object({ protocol, type: z.literal('SKIP_WAITING') }),
]);
export type ToServiceWorker = z.output<typeof toServiceWorker>;

/**
 * Service worker → page. VERSION and CLIENTS answer over the port; ACTIVATED goes to every page when a build takes over.
 */
export const fromServiceWorker = z.discriminatedUnion('type', [
  z.object({ protocol, type: z.literal('VERSION'), build }),
  z.object({ protocol, type: z.literal('CLIENTS'), count: z.int() }),
  z.object({ protocol, type: z.literal('ACTIVATED'), build }),
]);
export type FromServiceWorker = z.output<typeof fromServiceWorker>;

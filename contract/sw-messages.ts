/**
 * Messages between pages and the service worker. A page of one version may talk to a service worker of another, so every
 * message carries the protocol's number, and a receiver ignores a number that it does not know. New kinds of messages leave
 * the number as it is; a changed meaning raises it.
 */
import * as z from 'zod/mini';
import { timeMs } from './ids';
import { releaseFailureReason, releaseKind, releaseNotes, releaseVersion } from './release';

export const SW_PROTOCOL = 1;

const protocol = z.literal(SW_PROTOCOL);

/** The digest of a build's start page, which names all its files: equal for equal builds. */
const build = z.string();

/** One package at one address: the gateway announces it, and the person wants it. */
export const releaseTarget = z.object({ version: releaseVersion, kind: releaseKind, url: z.string() });
export type ReleaseTarget = z.output<typeof releaseTarget>;

/** Describes a package from its signed list, before any of its files is loaded. */
export const releaseDescription = z.object({
  /** Bytes that are not on this device yet. */
  missingBytes: z.int(),
  notes: releaseNotes,
});
export type ReleaseDescription = z.output<typeof releaseDescription>;

const downloadFailure = z.enum(['install-failed', 'download-failed']);
export type DownloadFailure = z.output<typeof downloadFailure>;

/** The service worker's work on a package; null while there is none. Bytes are those not on the device at its start. */
const releaseJob = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('downloading'), target: releaseTarget, doneBytes: z.int(), totalBytes: z.int() }),
  z.object({ phase: z.literal('failed'), target: releaseTarget, reason: downloadFailure }),
]);

/** The last thing that went wrong, until the person and the gateway know of it. */
export const releaseFailure = z.object({
  version: releaseVersion,
  kind: releaseKind,
  reason: releaseFailureReason,
  /** For the operator: a fixed text and figures, nothing of a person's. */
  detail: z.string().check(z.maxLength(200)),
  at: timeMs,
  isTold: z.boolean(),
  isReported: z.boolean(),
});
export type ReleaseFailure = z.output<typeof releaseFailure>;

/** Everything that pages need to know of the installed version and of the one that is coming. */
export const releaseStatus = z.object({
  /** The hot version, which a page that starts now gets. */
  installed: releaseVersion,
  /** The newest full version that is in it. */
  full: releaseVersion,
  /** The version of the build that the service worker itself belongs to. */
  base: releaseVersion,
  /** No page of `installed` has come up yet. */
  isTrial: z.boolean(),
  /** False for a build without a public key: it updates only by a new build. */
  takesPackages: z.boolean(),
  /** Versions that did not start on this device. */
  refused: z.array(releaseVersion),
  job: z.nullable(releaseJob),
  failure: z.nullable(releaseFailure),
});
export type ReleaseStatus = z.output<typeof releaseStatus>;

/** Counts the app's screens that open without a connection. See worker/service/later-files.ts. */
export const screensStatus = z.object({
  done: z.int(),
  total: z.int(),
  /** True once every file of the version is there. */
  isWhole: z.boolean(),
});
export type ScreensStatus = z.output<typeof screensStatus>;

/**
 * Page → service worker. Questions carry a port for the answer (`MessageChannel`).
 * - GET_VERSION: asks for the build of this service worker → VERSION
 * - GET_CLIENTS: asks for the number of open pages, so that a page can tell whether others have to move along → CLIENTS
 * - KEEP_LANGUAGE: the page shows this language; its catalogue is to be there offline too
 * - KEEP_SCREENS: the page has nothing else to do; keep the files that the install left for later → SCREENS, with each step
 * - GET_SCREENS: asks how many screens are kept → SCREENS
 * - SKIP_WAITING: take over now; all pages then get `controllerchange`
 * - GET_RELEASE: asks for the installed version and the coming one → RELEASE
 * - DESCRIBE: asks for the news of this package, and the bytes that are to be loaded → DESCRIBED
 * - DOWNLOAD: load this package, verify it, switch to it. Said again while it runs, it keeps the service worker alive;
 *   after that was killed, it goes on with what is there
 * - CANCEL_DOWNLOAD: stop; the files that have been loaded stay for the next time
 * - TAKE_SHARED: asks, once, for the images that another app has shared → SHARED
 * - STARTED: this page has come up
 * - UPGRADING: this page comes up, and changes the layout of the device's database: that time does not count against the
 *   version. Said again while it goes on
 * - DID_NOT_START: this page has not come up, and why → ROLLED_BACK when its version was on trial, else RELEASE
 * - FAILURE_TOLD, FAILURE_REPORTED: the person, the gateway know of `failure`
 */
export const toServiceWorker = z.discriminatedUnion('type', [
  z.object({ protocol, type: z.literal('GET_VERSION') }),
  z.object({ protocol, type: z.literal('GET_CLIENTS') }),
  z.object({ protocol, type: z.literal('KEEP_LANGUAGE'), language: z.string().check(z.maxLength(20)) }),
  z.object({ protocol, type: z.literal('KEEP_SCREENS') }),
  z.object({ protocol, type: z.literal('GET_SCREENS') }),
  z.object({ protocol, type: z.literal('SKIP_WAITING') }),
  z.object({ protocol, type: z.literal('GET_RELEASE') }),
  z.object({ protocol, type: z.literal('DESCRIBE'), target: releaseTarget }),
  z.object({ protocol, type: z.literal('DOWNLOAD'), target: releaseTarget }),
  z.object({ protocol, type: z.literal('CANCEL_DOWNLOAD') }),
  z.object({ protocol, type: z.literal('TAKE_SHARED') }),
  z.object({ protocol, type: z.literal('STARTED') }),
  z.object({ protocol, type: z.literal('UPGRADING') }),
  z.object({ protocol, type: z.literal('DID_NOT_START'), detail: z.string() }),
  z.object({ protocol, type: z.literal('FAILURE_TOLD') }),
  z.object({ protocol, type: z.literal('FAILURE_REPORTED') }),
]);
export type ToServiceWorker = z.output<typeof toServiceWorker>;

/**
 * Service worker → page. VERSION, CLIENTS, SHARED and DESCRIBED (null: not reachable, or not to be installed) answer over the port;
 * ACTIVATED goes to every page when a build takes over; RELEASE and SCREENS answer, and go to every page when they change.
 * OPEN: a notification was tapped, this page opens the address; PUSH_CHANGED: the browser has another subscription for pushes.
 */
export const fromServiceWorker = z.discriminatedUnion('type', [
  z.object({ protocol, type: z.literal('VERSION'), build }),
  z.object({ protocol, type: z.literal('CLIENTS'), count: z.int() }),
  z.object({ protocol, type: z.literal('ACTIVATED'), build }),
  z.object({ protocol, type: z.literal('RELEASE'), status: releaseStatus }),
  z.object({ protocol, type: z.literal('DESCRIBED'), description: z.nullable(releaseDescription) }),
  z.object({ protocol, type: z.literal('SCREENS'), screens: screensStatus }),
  /** `images` are Blobs; `refused` counts the shared files that are none of them. */
  z.object({ protocol, type: z.literal('SHARED'), images: z.array(z.unknown()), refused: z.int() }),
  z.object({ protocol, type: z.literal('ROLLED_BACK') }),
  z.object({ protocol, type: z.literal('OPEN'), address: z.string() }),
  z.object({ protocol, type: z.literal('PUSH_CHANGED') }),
]);
export type FromServiceWorker = z.output<typeof fromServiceWorker>;

/** Puts the gateway's HTTP side together; the same for the real server and for tests in one process. */
import { Hono } from 'hono';
import { DEFAULT_PROFILE, type EnvelopeProfile } from '../contract/envelope';
import { Refusal, type Deps } from './domain/call-context';
import { LiveFeed, type SetTimer } from './domain/live/feed';
import { devMailbox } from './http/dev-mailbox';
import { createDispatcher, type DispatcherOptions, type MountedHandlers } from './http/dispatcher';
import { sealed } from './http/door-answer';
import { envelopeDoor } from './http/envelope-door';
import { health, type HealthOptions } from './http/health';
import { innerRouter } from './http/inner-router';
import type { DoorOptions } from './http/open-form';
import { callerOf, type GatewayEnv } from './http/request';
import { releases } from './http/releases';
import { mapTileRoutes } from './http/map-tiles';
import { securityHeaders } from './http/security-headers';
import { share } from './http/share';
import { staticApp } from './http/static-app';
import { streamDoor } from './http/stream-door';
import { triesPerMinute } from './http/tries';
import { uploadDoor } from './http/upload-door';

export interface AppOptions extends DispatcherOptions {
  handlers: MountedHandlers;
  profile?: EnvelopeProfile;
  /** Folder of the built app; null serves the doors alone (development: Vite serves the app). */
  appDir: string | null;
  /** Folder of the published packages; null serves none. */
  releasesDir: string | null;
  /** Folder of the local mailbox to list at /dev/mailbox, to local requests alone; null lists nothing. */
  mailboxDir: string | null;
  /** Requests that one network address may make in a minute. */
  callsPerMinute?: number;
  /** This many proxies in front are believed about the caller's address. */
  trustedProxies?: number;
  /** The least speed of bodies. */
  paces?: Pick<DoorOptions, 'pace' | 'uploadPace'>;
  /** Facts that /readyz tells beside database and clock. */
  health?: Partial<HealthOptions>;
  /** Sets the timers of the feed of live changes; absent: the system's. */
  setTimer?: SetTimer;
}

export const DEFAULT_CALLS_PER_MINUTE = 1200;

/**
 * A form is some KiB. An image may come as slowly as apps send it at all (0.5 Mbit/s, `UPLOAD_DEADLINE_MS` in
 * worker/upload/uploads.ts), with stretches at a quarter of that.
 */
const PACES = {
  pace: { totalMs: 30_000, stretchMs: 10_000, leastBytes: 10 * 1024 },
  uploadPace: { totalMs: 180_000, stretchMs: 10_000, leastBytes: 160 * 1024 },
};

export interface GatewayApp {
  /** Everything that is served over HTTP. */
  app: Hono<GatewayEnv>;
  /** The calls without the envelope, for tests in the same process. */
  inner: Hono<GatewayEnv>;
  /** Closed when the gateway stops: a stream would keep it open. */
  feed: LiveFeed;
}

/** @throws when `appDir` is given and holds no build */
export async function createApp(deps: Deps, options: AppOptions): Promise<GatewayApp> {
  const { trustedProxies = 0, callsPerMinute = DEFAULT_CALLS_PER_MINUTE } = options;
  const door: DoorOptions = {
    profile: options.profile ?? DEFAULT_PROFILE,
    callsPerMinute,
    countTry: triesPerMinute(callsPerMinute, deps.clock),
    trustedProxies,
    ...(options.paces ?? PACES),
  };
  const dispatcher = createDispatcher(deps, options.handlers, options);
  const app = new Hono<GatewayEnv>();
  app.use(securityHeaders());
  app.route('/', envelopeDoor(deps, dispatcher, door));
  app.route('/', uploadDoor(deps, dispatcher, door));
  const feed = new LiveFeed(deps, options.setTimer);
  const { liveEvents } = options.handlers;
  app.route('/', streamDoor({ deps, dispatcher, feed, liveEvents, options: door }));
  app.all('/api/*', (c) => {
    const caller = callerOf(c, deps, trustedProxies);
    c.status(404);
    return sealed(c, deps, caller, dispatcher.refuse(caller.lang, new Refusal('unknown-call')));
  });
  app.route('/', health(deps, { isClosing: () => false, checks: [], stoppedJobs: () => [], ...options.health }));
  if (options.mailboxDir !== null) app.route('/', devMailbox(options.mailboxDir));
  if (deps.mapTiles) app.route('/', mapTileRoutes(deps.mapTiles));
  if (options.releasesDir !== null) app.route('/', releases(options.releasesDir, deps.clock));
  app.route('/', share(door.uploadPace));
  if (options.appDir !== null) app.route('/', await staticApp(options.appDir));
  app.notFound((c) => c.text('Not found', 404));
  app.onError((error, c) => {
    const caller = callerOf(c, deps, trustedProxies);
    const refusal = dispatcher.explain(error, caller, 'http');
    if (!c.req.path.startsWith('/api/')) return c.text('Internal error', 500);
    return sealed(c, deps, caller, dispatcher.refuse(caller.lang, refusal));
  });
  return { app, inner: innerRouter(deps, dispatcher), feed };
}

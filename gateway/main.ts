/** The gateway's process: opens everything, listens, says where, and closes cleanly. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { handlers } from './api/handlers';
import { findAnvil } from './adapters/chain/anvil';
import { createLocalNetwork, type LocalNetwork } from './adapters/chain/local-network';
import { createApp } from './app';
import { DatabaseError } from './db/errors';
import { seedDemo, type DemoLogin } from './demo/seed-demo';
import type { Deps } from './domain/call-context';
import { ensureRootUser } from './domain/identity/users/root-user';
import { wrapPlainHashes } from './domain/identity/passwords/stored-passwords';
import { seedConfiguration } from './domain/settings/seed';
import { loadSettings } from './domain/settings/settings';
import { ensurePushKeys } from './domain/telling/push-keys';
import { checkMark } from './domain/withdrawals/mark';
import { readEnvironment, StartError, type Environment } from './environment';
import { listedMailbox } from './http/dev-mailbox';
import { listen, type ListeningServer } from './http/listen';
import { startJobs, type RunningJobs } from './jobs/index';
import { ensureCode } from './operator/first-code';
import { openControlSocket, SOCKET_NAME, type ControlSocket } from './operator/transport';
import { openDeps, prepareVarDir, quoteSourceOf, type OpenDeps } from './open-deps';

/** Requests in flight get this long to end once closing has begun. */
const GRACE_MS = 10_000;
/** npm passes a Ctrl-C on that the process has already had; only a later one means "now". */
const SAME_SIGNAL_MS = 1000;

/** Beside the bundle in a build, in dist when run from source. @throws StartError when the app is not built */
function builtApp(): string {
  const places = ['../app/', '../dist/app/'].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = places.find((place) => existsSync(`${place}index.html`));
  if (found === undefined) throw new StartError('The app is not built: run npm run build, or set SERVE_APP=0.');
  return found;
}

async function bind({ host, port }: Environment): Promise<ListeningServer> {
  try {
    return await listen(host, port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} on ${host} is in use: stop what uses it, or set PORT to another.`);
    }
    throw new StartError(`Cannot listen on ${host}, port ${port}: ${message}.`);
  }
}

/** Resolves with the first signal to stop. A second one ends the process at once. */
function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (firstAt === null) {
        firstAt = Date.now();
        resolve(signal);
      } else if (Date.now() - firstAt > SAME_SIGNAL_MS) {
        process.exit(1);
      }
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}

interface Greeting {
  environment: Environment;
  listening: ListeningServer;
  invitationCode: string;
  /** Null on a database without demo data. */
  demo: DemoLogin | null;
  mailboxDir: string | null;
  isMailboxListed: boolean;
  hasTestChain: boolean;
  /** Enrols an operator; null when none is needed. */
  operatorCode: string | null;
}

function greet(greeting: Greeting): void {
  const { environment, listening, invitationCode, demo, hasTestChain, operatorCode } = greeting;
  const { mailboxDir, isMailboxListed } = greeting;
  const { databaseUrl, varDir, serveApp } = environment;
  const rows: [string, string][] = [
    [serveApp ? 'Address' : 'Doors', `${listening.origin}/`],
    ['Invitation', invitationCode],
  ];
  if (demo) {
    rows.push(['Demo login', `${demo.email}  password ${demo.password}  trade password ${demo.tradePassword}`]);
    if (!environment.demo)
      rows.push(['Demo data', 'is in this database and stays labelled; DEMO=0 needs a new VAR_DIR']);
  }
  const list = isMailboxListed ? `, listed at ${listening.origin}/dev/mailbox` : '';
  rows.push(['Mail', mailboxDir === null ? 'sent by SMTP' : `written to ${mailboxDir}${list}`]);
  if (hasTestChain) rows.push(['Deposits', 'over a local test network; USDT on it has no value (operator chain send)']);
  rows.push([
    'Database',
    databaseUrl === null
      ? `embedded in ${varDir}/db, for trying out and small use (a power cut may lose data); DATABASE_URL sets PostgreSQL`
      : 'PostgreSQL',
  ]);
  if (operatorCode !== null) {
    rows.push(['Operator', `npm run operator -- operator enrol --name <yours> --code ${operatorCode}   (counts once)`]);
  }
  const lines = rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`);
  process.stdout.write(`\nRAB gateway\n${lines.join('\n')}\n\nCtrl-C stops it.\n`);
}

/** The embedded database has one process: operator commands come to it. Without a socket it serves all the same. */
async function openControl({ databaseUrl, varDir }: Environment, deps: Deps): Promise<ControlSocket | null> {
  if (databaseUrl !== null) return null;
  const onError = (error: unknown): void => deps.log.error('operator-command-failed', { error });
  try {
    return await openControlSocket(deps, join(varDir, SOCKET_NAME), onError);
  } catch (error) {
    deps.log.warn('no-operator-socket', { error });
    return null;
  }
}

/** Play money to try deposits with; null where there is no node for this machine. */
function localChain({ varDir }: Environment, { db, secret, log }: Deps): LocalNetwork | null {
  const program = findAnvil();
  if (program === null) return null;
  const blockMs = async () => (await loadSettings(db.db))['deposits.localBlockMs'];
  return createLocalNetwork({ program, folder: join(varDir, 'chain'), secret, log, blockMs });
}

/** Seeds, mounts and starts everything on an open database. */
async function run(
  environment: Environment,
  listening: ListeningServer,
  opened: OpenDeps,
  stopped: Promise<NodeJS.Signals>,
): Promise<void> {
  const { mailboxDir } = opened;
  await seedConfiguration(opened.deps);
  await wrapPlainHashes(opened.deps);
  const { invitationCode } = await ensureRootUser(opened.deps);
  await ensurePushKeys(opened.deps);
  // Also finishes the seeding of an interrupted start: half of a history is of no use to anybody.
  const demo = environment.demo || opened.deps.isDemo ? await seedDemo(opened.deps) : null;
  const operatorCode = await ensureCode(opened.deps, environment.varDir, environment.operatorRecovery);
  const localNetwork = environment.localChain ? localChain(environment, opened.deps) : null;
  const chains = localNetwork ? [localNetwork.chain] : opened.deps.chains;
  const isDemo = demo !== null;
  const deps: Deps = { ...opened.deps, chains, isDemo, quotes: quoteSourceOf(environment, isDemo) };
  const { isLoopback } = listening;
  const listed = listedMailbox(mailboxDir, { ...environment, isLoopback });
  if (deps.publicUrl === null) deps.log.warn('no-public-url');
  let isClosing = false;
  let jobs: RunningJobs | null = null;
  const { app, feed } = await createApp(deps, {
    handlers,
    appDir: environment.serveApp ? builtApp() : null,
    releasesDir: environment.releasesDir,
    mailboxDir: listed,
    callsPerMinute: environment.callsPerMinute,
    trustedProxies: environment.trustedProxies,
    health: { isClosing: () => isClosing, checks: opened.checks, stoppedJobs: () => jobs?.stopped() ?? [] },
  });
  // A restored database does not know the latest payouts: this halts them before anybody takes back one that was paid.
  if (chains.some(({ sender }) => sender !== null)) await checkMark(deps);
  const control = await openControl(environment, deps);
  const unwatchClock = opened.clockGuard.watch(chains);
  jobs = startJobs(deps);
  listening.serve(app);
  localNetwork?.start();
  const hasTestChain = localNetwork !== null;
  const isMailboxListed = listed !== null;
  greet({ environment, listening, invitationCode, demo, mailboxDir, isMailboxListed, hasTestChain, operatorCode });
  const signal = await stopped;
  deps.log.info('closing', { signal });
  isClosing = true;
  feed.close();
  await Promise.all([listening.close(GRACE_MS), jobs.stop(), control?.close(), unwatchClock()]);
  await localNetwork?.stop();
}

async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  await prepareVarDir(environment.varDir);
  const listening = await bind(environment);
  // A signal from here on waits until everything is open, so that everything is closed again.
  const stopped = untilStopped();
  try {
    const opened = await openDeps(environment);
    try {
      await run(environment, listening, opened, stopped);
    } finally {
      await opened.close();
    }
  } finally {
    await listening.close(0);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isTold = error instanceof StartError || error instanceof DatabaseError;
    process.stderr.write(
      isTold ? `${error.message}\n` : `The gateway stopped on an error. ${String((error as Error)?.stack ?? error)}\n`,
    );
    process.exit(1);
  },
);

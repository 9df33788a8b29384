/** A gateway app in this process: real handlers, real database; the clock is the test's and logs are kept. */
import { join } from 'node:path';
import { madeFolder } from '../../support/made-folder';
import { DEFAULT_PROFILE } from '../../../contract/envelope';
import { langCode, type LangCode } from '../../../contract/ids';
import { fileSeal } from '../../../gateway/adapters/file-seal';
import { localFileStore } from '../../../gateway/adapters/file-store';
import { secureIds } from '../../../gateway/adapters/ids';
import { createLogger } from '../../../gateway/adapters/log';
import { localMailbox } from '../../../gateway/adapters/mail';
import { localSmsOutbox } from '../../../gateway/adapters/sms';
import { handlers } from '../../../gateway/api/handlers';
import { createApp, type AppOptions, type GatewayApp } from '../../../gateway/app';
import type { Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import type { Deps } from '../../../gateway/domain/call-context';
import { createUser } from '../../../gateway/domain/identity/users/create-user';
import { ensureRootUser } from '../../../gateway/domain/identity/users/root-user';
import { openSession } from '../../../gateway/domain/identity/sessions/sessions';
import { seedConfiguration } from '../../../gateway/domain/settings/seed';
import { failUndeclared } from '../support/undeclared';
import { openAnswer, sealForm, type ClientAnswer } from '../../support/envelope-client';
import { SECRET, testDeps } from '../world';

export const NOW = Date.UTC(2026, 10, 21, 9);

export interface ErrorAnswer {
  message: string;
  fields?: Record<string, string>;
  data?: { serverTime?: number; retryAfterMs?: number };
}

export interface TestGateway extends GatewayApp {
  deps: Deps;
  time: { now: number };
  varDir: string;
  logs: string[];
  /** A new user with an open session. */
  login(): Promise<{ token: string; userId: string; accountId: string }>;
  /** Another app on the same database, as after a restart or beside it. */
  restarted(options?: Partial<AppOptions>): Promise<TestGateway>;
  /** Posts a form to the envelope door as it is. */
  post(body: BodyInit, headers?: Record<string, string>): Promise<Response>;
  /** Seals, posts and opens. */
  send(inner: unknown, options?: { token?: string; lang?: LangCode }): Promise<ClientAnswer<unknown>>;
}

let lastUser = 0;

export async function openTestGateway(database: Database, options: Partial<AppOptions> = {}): Promise<TestGateway> {
  const varDir = madeFolder('http');
  const logs: string[] = [];
  const { deps: quiet, time } = testDeps(database, NOW);
  const outbox = join(varDir, 'outbox');
  const deps: Deps = {
    ...quiet,
    mailer: localMailbox(outbox, 'RAB <no-reply@rab.invalid>', quiet.clock, secureIds),
    sms: localSmsOutbox(outbox, quiet.clock, secureIds),
    files: localFileStore(join(varDir, 'uploads'), secureIds, fileSeal(SECRET)),
    log: createLogger('debug', { write: (line) => logs.push(line) }),
  };
  await seedConfiguration(deps);
  const { userId: inviterId } = await ensureRootUser(deps);
  const base: AppOptions = {
    handlers,
    appDir: null,
    releasesDir: null,
    mailboxDir: null,
    callsPerMinute: 100_000,
    onUndeclared: failUndeclared,
    ...options,
  };
  const made = await createApp(deps, base);

  async function login() {
    lastUser += 1;
    const loginName = `door${lastUser}.${process.pid}.${secureIds.digits(6)}@example.com`;
    return withTransaction(database, async (tx) => {
      const user = { nickname: 'Door', loginName, loginPasswordHash: 'none', inviterId, now: time.now };
      const created = await createUser(tx, deps, user);
      if (!created) throw new Error('the user is there already');
      const request = {
        call: 'logInByEmail' as const,
        requestId: 'test',
        lang: langCode.parse('EN'),
        address: '192.0.2.1',
        userAgent: '',
        idempotencyKey: null,
      };
      const { token } = await openSession(tx, { ...request, deps, now: time.now }, created);
      return { token, userId: created.userId, accountId: created.accountId };
    });
  }

  const post = async (body: BodyInit, headers: Record<string, string> = {}) =>
    made.app.request(`/api/${DEFAULT_PROFILE.gatewayId}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', lang: 'EN', ...headers },
    });

  return {
    ...made,
    deps,
    time,
    varDir,
    logs,
    login,
    post,
    restarted: (changed) => openTestGateway(database, { ...options, ...changed }),
    async send(inner, { token, lang } = {}) {
      const headers = { ...(token && { authorization: token }), ...(lang && { lang }) };
      return opened(await post(sealForm(inner, time.now).toString(), headers));
    },
  };
}

/** The decrypted answer of a door. */
export async function opened(response: Response): Promise<ClientAnswer<unknown>> {
  return openAnswer((await response.json()) as { code: number; handshake: string; data: string });
}

export const errorOf = ({ data }: ClientAnswer<unknown>): ErrorAnswer => data as ErrorAnswer;

export const CONFIG_CALL = { method: 'GET', uri: '/api/v1/common/config', headers: {}, params: {} };
export const INFO_CALL = { method: 'GET', uri: '/api/v1/user/info', headers: {}, params: {} };

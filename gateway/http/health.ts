/** /healthz: the process answers. /readyz: it can serve; where it cannot, why (docs/operating.md says what to do). */
import { Hono, type Context } from 'hono';
import { doubtOf } from '../adapters/clock';
import type { Deps } from '../domain/call-context';
import type { GatewayEnv } from './request';

/** The reasons tell nothing secret: anybody who reaches the gateway reads them. */
export type UnreadyReason =
  | 'closing'
  | 'database-unavailable'
  | 'disk-full'
  | 'disk-unavailable'
  | 'secret-missing'
  | 'job-stopped'
  | 'clock-drift';

/** A condition that has to hold for a gateway to be of use. */
export interface ReadinessCheck {
  /** The answer when the check throws or does not answer in time. */
  otherwise: UnreadyReason;
  /** Null when all is well. */
  ask(): Promise<UnreadyReason | null>;
}

export interface HealthOptions {
  isClosing: () => boolean;
  checks: readonly ReadinessCheck[];
  /** Names of scheduled jobs that stand still. */
  stoppedJobs: () => readonly string[];
}

const READY_TIMEOUT_MS = 3000;

async function inTime({ otherwise, ask }: ReadinessCheck): Promise<UnreadyReason | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<UnreadyReason>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), READY_TIMEOUT_MS);
  });
  const answer = await Promise.race([ask().catch(() => otherwise), late]);
  clearTimeout(timer);
  return answer;
}

export function health(deps: Deps, { isClosing, checks, stoppedJobs }: HealthOptions): Hono<GatewayEnv> {
  const routes = new Hono<GatewayEnv>();
  const database: ReadinessCheck = {
    otherwise: 'database-unavailable',
    ask: () => deps.db.pool.query('SELECT 1').then(() => null),
  };

  async function reasons(jobs: readonly string[]): Promise<UnreadyReason[]> {
    const found: (UnreadyReason | null)[] = [
      isClosing() ? 'closing' : null,
      // Jobs stand still because of it: that is no reason of its own.
      doubtOf(deps.clock) !== null ? 'clock-drift' : jobs.length > 0 ? 'job-stopped' : null,
      ...(await Promise.all([database, ...checks].map(inTime))),
    ];
    return [...new Set(found.filter((one) => one !== null))];
  }

  const answer = (c: Context<GatewayEnv>, body: object, code: 200 | 503 = 200) => {
    c.header('Cache-Control', 'no-store');
    return c.json(body, code);
  };
  routes.get('/healthz', (c) => answer(c, { status: 'ok' }));
  routes.get('/readyz', async (c) => {
    const jobs = stoppedJobs();
    const found = await reasons(jobs);
    if (found.length === 0) return answer(c, { status: 'ready' });
    const named = found.includes('job-stopped') ? { jobs } : {};
    return answer(c, { status: 'not-ready', reasons: found, ...named }, 503);
  });
  return routes;
}

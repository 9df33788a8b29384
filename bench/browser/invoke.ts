/** In the page: `invoke` of the real worker answering from its cache, against a bare Comlink round trip. */
import { wrap, type Remote } from 'comlink';
import type { CallInput, CallName } from '../../contract/index';
import type { WorkerApi } from '../../worker/api';
import { compare, meanMs, type Comparison, type Rounds, type Side } from '../measure';
import type { Echo } from './echo';

export interface InvokeSettings extends Rounds {
  /** Source text of the bare worker. */
  echoSource: string;
  login: CallInput<'logInByEmail'>;
  /** Round trips per round. */
  runs: number;
}

function startEcho(source: string): Remote<Echo> {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  return wrap<Echo>(new Worker(url, { type: 'module' }));
}

/** The real worker, with somebody logged in. */
async function startWorker(login: InvokeSettings['login']): Promise<Remote<WorkerApi>> {
  const api = wrap<WorkerApi>(new Worker('/worker.js', { type: 'module' }));
  await api.start({ origin: location.origin, lang: 'EN' });
  const answer = await api.invoke('logInByEmail', login);
  if (!answer.ok) throw new Error(`login: ${answer.error.code}`);
  return api;
}

export async function run({ echoSource, login, runs, ...rounds }: InvokeSettings): Promise<Comparison[]> {
  const api = await startWorker(login);
  const echo = startEcho(echoSource);

  async function compareCall<N extends CallName>(subject: string, name: N, input: CallInput<N>): Promise<Comparison[]> {
    const options = { source: 'cache' } as const;
    const ask = () => (api.invoke as unknown as (...args: unknown[]) => Promise<{ ok: boolean }>)(name, input, options);
    const stored = await (api.invoke as unknown as (...args: unknown[]) => Promise<{ ok: boolean }>)(name, input);
    const cached = await ask();
    if (!stored.ok || !cached.ok) throw new Error(`${name} is not in the cache`);
    await echo.hold(cached);
    const bare: Side = {
      name: 'bare Comlink echo of the same answer',
      round: () => meanMs(runs, () => echo.ask(name, input, options)),
    };
    const ours: Side = {
      name: 'invoke, from the cache',
      round: () =>
        meanMs(runs, async () => {
          if (!(await ask()).ok) throw new Error(`${name} is not in the cache`);
        }),
    };
    return compare(subject, 'ms', [bare], [ours], rounds);
  }

  return [
    ...(await compareCall('one record (userInfo)', 'userInfo', {})),
    ...(await compareCall('a list’s page of 20 (custodyOrders)', 'custodyOrders', { limit: 20 })),
  ];
}

/** The process that serves the year, killed (SIGKILL) while it works when the test says so. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FromProcess, Order, Outcome } from './protocol';

/** serve.ts, bundled at the start of the run. */
const PROGRAM = fileURLToPath(new URL('../../../node_modules/.cache/rab/gateway/year.js', import.meta.url));

export class PlayedGateway {
  #process: ChildProcess | null = null;
  kills = 0;

  /** @param begins the clock's time when the year begins, UTC ms */
  constructor(
    readonly url: string,
    readonly begins: number,
  ) {}

  async #started(): Promise<ChildProcess> {
    if (this.#process) return this.#process;
    const child = fork(PROGRAM, [this.url, String(this.begins)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#process = child;
    child.once('exit', () => (this.#process = null));
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('the process ended before it was ready'))),
    ]);
    return child;
  }

  /**
   * Sends an order. With `killAfterMs`, the process is killed that long after it got the order, unless it has answered, and
   * the order is repeated to the next one.
   */
  async carryOut(order: Order, killAfterMs?: number): Promise<Outcome> {
    const child = await this.#started();
    const ended = new AbortController();
    const answer = once(child, 'message', { signal: ended.signal }).then(([message]) => message as FromProcess);
    const exit = once(child, 'exit', { signal: ended.signal }).then(() => null);
    child.send(order);
    if (killAfterMs !== undefined) {
      await Promise.race([delay(killAfterMs), answer]);
      child.kill('SIGKILL');
      this.kills += 1;
      await exit;
    }
    const outcome = killAfterMs === undefined ? await Promise.race([answer, exit]) : null;
    answer.catch(() => undefined);
    exit.catch(() => undefined);
    ended.abort();
    if (killAfterMs !== undefined) return this.carryOut(order);
    if (outcome === null || outcome === 'ready') throw new Error(`no answer to ${order.kind}`);
    return outcome;
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    child.disconnect();
    await once(child, 'exit');
  }
}

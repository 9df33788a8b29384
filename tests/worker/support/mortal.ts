/**
 * A worker that can be killed between any two of its steps. A step is a request that goes out, an answer that comes
 * in, or a transaction on the disk. After the kill nothing of it reaches the network or the disk any more.
 */
import type { Environment } from '../../../worker/environment';
import { beforeTransactions, withConnections } from './faulty-storage';
import type { Device } from './harness';

export type Step = 'request' | 'answer' | 'transaction';

export class Mortal {
  #steps = 0;
  #killAt = Infinity;
  #counted: readonly Step[] = [];

  constructor(private readonly device: Device) {}

  get isDead(): boolean {
    return this.#steps >= this.#killAt;
  }

  /** The step with this number, counted from now among those of these kinds, does not happen. */
  killAtStep(step: number, counted: readonly Step[] = ['request', 'answer', 'transaction']): void {
    this.#steps = 0;
    this.#killAt = step;
    this.#counted = counted;
  }

  environment(): Partial<Environment> {
    const { gateway, indexedDB } = this.device;
    return {
      fetch: async (input, init) => {
        if (this.#dies('request')) return never();
        const answer = await gateway.fetch(input, init);
        return this.#dies('answer') ? never() : answer;
      },
      indexedDB: indexedDB && withConnections(indexedDB, (connection) => this.#guard(connection)),
      tabs: { send: () => {}, receive: () => {} },
    };
  }

  #dies(step: Step): boolean {
    if (!this.isDead && this.#counted.includes(step)) this.#steps += 1;
    return this.isDead;
  }

  #guard(connection: IDBDatabase): void {
    beforeTransactions(connection, () => {
      if (this.#dies('transaction')) throw new DOMException('the worker is dead', 'AbortError');
    });
  }
}

function never(): Promise<never> {
  return new Promise(() => {});
}

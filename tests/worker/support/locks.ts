/**
 * Web Locks as far as the worker uses them: exclusive, first come first served; waiting can be called off, or not begun, a lock be
 * taken away.
 */
import type { Environment } from '../../../worker/environment';

type Request = NonNullable<Environment['locks']>['request'];

interface Held {
  lose: () => void;
}

export class Locks {
  readonly #held = new Map<string, Held>();
  readonly #queues = new Map<string, (() => void)[]>();

  readonly request: Request = (
    name: string,
    optionsOrWork: LockOptions | LockGrantedCallback<unknown>,
    work?: LockGrantedCallback<unknown>,
  ): Promise<never> => {
    const { signal, steal = false, ifAvailable = false } = typeof optionsOrWork === 'function' ? {} : optionsOrWork;
    const run = typeof optionsOrWork === 'function' ? optionsOrWork : work;
    if (ifAvailable && this.#held.has(name)) return Promise.resolve(run?.(null)) as Promise<never>;
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    return new Promise<unknown>((resolve, reject) => {
      const callOff = () => {
        queue.splice(queue.indexOf(grant), 1);
        reject(new DOMException('called off', 'AbortError'));
      };
      const grant = () => {
        signal?.removeEventListener('abort', callOff);
        const held: Held = { lose: () => reject(new DOMException('stolen', 'AbortError')) };
        this.#held.set(name, held);
        const done = Promise.resolve().then(() => run?.({ name, mode: 'exclusive' }));
        void done.then(resolve, reject).then(() => {
          if (this.#held.get(name) !== held) return;
          this.#held.delete(name);
          queue.shift()?.();
        });
      };
      if (signal?.aborted) return callOff();
      if (steal) {
        this.#held.get(name)?.lose();
        return grant();
      }
      if (!this.#held.has(name)) return grant();
      queue.push(grant);
      signal?.addEventListener('abort', callOff);
    }) as Promise<never>;
  };
}

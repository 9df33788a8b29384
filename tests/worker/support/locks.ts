/** Web Locks as far as the worker uses them: exclusive, first come first served, waiting can be called off. */
import type { Environment } from '../../../worker/environment';

type Request = NonNullable<Environment['locks']>['request'];

export class Locks {
  readonly #queues = new Map<string, Promise<unknown>>();

  readonly request: Request = async (
    name: string,
    optionsOrWork: LockOptions | LockGrantedCallback<unknown>,
    work?: LockGrantedCallback<unknown>,
  ): Promise<never> => {
    const signal = typeof optionsOrWork === 'function' ? undefined : optionsOrWork.signal;
    const run = typeof optionsOrWork === 'function' ? optionsOrWork : work;
    const before = this.#queues.get(name) ?? Promise.resolve();
    const turn = before.then(async () => {
      signal?.throwIfAborted();
      return run?.({ name, mode: 'exclusive' });
    });
    this.#queues.set(
      name,
      turn.catch(() => {}),
    );
    return turn as Promise<never>;
  };
}

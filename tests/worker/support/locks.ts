/** Web Locks as far as the worker uses them: exclusive, first come first served, waiting can be called off, or not begun. */
import type { Environment } from '../../../worker/environment';

type Request = NonNullable<Environment['locks']>['request'];

export class Locks {
  readonly #queues = new Map<string, Promise<unknown>>();
  /** Requests that hold it or wait, by name. */
  readonly #wanted = new Map<string, number>();

  readonly request: Request = async (
    name: string,
    optionsOrWork: LockOptions | LockGrantedCallback<unknown>,
    work?: LockGrantedCallback<unknown>,
  ): Promise<never> => {
    const { signal, ifAvailable = false } = typeof optionsOrWork === 'function' ? {} : optionsOrWork;
    const run = typeof optionsOrWork === 'function' ? optionsOrWork : work;
    const wanted = this.#wanted.get(name) ?? 0;
    if (ifAvailable && wanted > 0) return (await run?.(null)) as never;
    this.#wanted.set(name, wanted + 1);
    const before = this.#queues.get(name) ?? Promise.resolve();
    const turn = before.then(async () => {
      signal?.throwIfAborted();
      return run?.({ name, mode: 'exclusive' });
    });
    const release = () => void this.#wanted.set(name, (this.#wanted.get(name) ?? 1) - 1);
    turn.then(release, release);
    this.#queues.set(
      name,
      turn.catch(() => {}),
    );
    return turn as Promise<never>;
  };
}

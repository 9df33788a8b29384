/** Runs the worker's long tasks (`upload.ts`, `statements.ts`): they report their progress and can be called off. */
import type { Remote } from 'comlink';
import type { WorkerApi } from '../../worker/api';
import type { Reply, WorkerLink } from './link';

/** Reports the part that is done, and the whole; `total` is null while nobody knows it. */
export type ProgressListener = (done: number, total: number | null) => void;

type TaskRequest<T> = (api: Remote<WorkerApi>, id: string) => Promise<T>;

export interface LongTask<T> {
  begin: TaskRequest<T>;
  callOff: TaskRequest<void>;
  deadlineMs: number;
  onProgress: ProgressListener;
  signal: AbortSignal;
}

let taskCount = 0;

export class LongTasks {
  readonly #listeners = new Map<string, ProgressListener>();

  constructor(private readonly link: WorkerLink) {}

  async run<T>({ begin, callOff, deadlineMs, onProgress, signal }: LongTask<T>): Promise<Reply<T>> {
    const id = `t${++taskCount}`;
    const stop = () => void this.link.request((api) => callOff(api, id));
    this.#listeners.set(id, onProgress);
    signal.addEventListener('abort', stop);
    const reply = await this.link.request((api) => begin(api, id), deadlineMs);
    signal.removeEventListener('abort', stop);
    this.#listeners.delete(id);
    return reply;
  }

  /** Runs one that tells no progress and is not called off. */
  runToEnd<T>(begin: (api: Remote<WorkerApi>) => Promise<T>, deadlineMs: number): Promise<Reply<T>> {
    return this.link.request(begin, deadlineMs);
  }

  /** The worker tells how far a task is. */
  progress(id: string, ...told: Parameters<ProgressListener>): void {
    this.#listeners.get(id)?.(...told);
  }
}

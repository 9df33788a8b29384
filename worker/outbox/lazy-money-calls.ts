import type { Answer } from '../api';
import { callError } from '../call-errors';
import type { OpenSession } from '../session/session-keeper';
import type { MoneyCalls, MoneyCallsOptions } from './money-calls';

/**
 * The money calls as a chunk of its own: the first start of all waits for nothing of it. It is loaded when a session
 * opens, which settles what is open. While it cannot be loaded, nothing is sent ([Note: Unsent]).
 */
export class LazyMoneyCalls implements Pick<MoneyCalls, 'invoke' | 'settle' | 'settleOpen'> {
  #loading: Promise<MoneyCalls | null> | undefined;

  constructor(private readonly options: MoneyCallsOptions) {}

  async invoke(...call: Parameters<MoneyCalls['invoke']>): ReturnType<MoneyCalls['invoke']> {
    const money = await this.#load();
    return money ? money.invoke(...call) : this.unsent(call[0], call[3]);
  }

  /**
   * [Note: Unsent] What to say of an intent that this worker cannot send, because a part of it could not be loaded. An
   * earlier run may have sent it, after it had put the intent on disk: its row decides. In memory nothing is left of an
   * earlier run, so there nobody knows. @throws StoreClosedError
   */
  async unsent({ vault: { store } }: OpenSession, intentId = ''): Promise<Answer<never>> {
    const row = await store.run(({ tables }) => tables.intents.get(intentId));
    const isUnsent = row ? row.state === 'refused' : store.mode === 'persistent';
    return { ok: false, error: callError(isUnsent ? 'offline' : 'outcome-unknown') };
  }

  async settle(...call: Parameters<MoneyCalls['settle']>): ReturnType<MoneyCalls['settle']> {
    const money = await this.#load();
    return money ? money.settle(...call) : { state: 'unknown', error: callError('network') };
  }

  async settleOpen(...call: Parameters<MoneyCalls['settleOpen']>): Promise<void> {
    await (await this.#load())?.settleOpen(...call);
  }

  #load(): Promise<MoneyCalls | null> {
    this.#loading ??= import('./money-calls').then(
      ({ MoneyCalls: Loaded }) => new Loaded(this.options),
      () => {
        this.#loading = undefined;
        return null;
      },
    );
    return this.#loading;
  }
}

import { callError } from '../call-errors';
import type { MoneyCalls, MoneyCallsOptions } from './money-calls';

/**
 * The money calls as a chunk of its own: the first start of all waits for nothing of it. It is loaded when a session
 * opens, which settles what is open. While it cannot be loaded, an intent's outcome counts as unknown: another run may
 * have sent it.
 */
export class LateMoneyCalls implements Pick<MoneyCalls, 'invoke' | 'settle' | 'settleOpen'> {
  #loading: Promise<MoneyCalls | null> | undefined;

  constructor(private readonly options: MoneyCallsOptions) {}

  async invoke(...call: Parameters<MoneyCalls['invoke']>): ReturnType<MoneyCalls['invoke']> {
    const money = await this.#load();
    return money ? money.invoke(...call) : { ok: false, error: callError('outcome-unknown') };
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

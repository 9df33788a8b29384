/** Adds up what a period did to each asset: opening + in − out = closing, to the last unit. */
import { ASSETS, toAmount, toUnits, type AssetCode } from '../../contract/money';
import { orderOf } from '../cache/schema';
import type { Posting } from './collect';

/** Decimal strings in full precision. */
export interface AssetFlow {
  asset: AssetCode;
  opening: string;
  moneyIn: string;
  /** Without its sign. */
  moneyOut: string;
  closing: string;
}

interface Flow {
  in: bigint;
  out: bigint;
  /** The last posting by the ledger's own order, and the balance after it. */
  lastOrder: string;
  closing: bigint;
}

export class Flows {
  readonly #flows = new Map<AssetCode, Flow>();

  take({ id, asset, amount, balanceAfter }: Posting): void {
    const units = toUnits(amount, asset);
    const flow = this.#flows.get(asset) ?? { in: 0n, out: 0n, lastOrder: '', closing: 0n };
    if (units > 0n) flow.in += units;
    else flow.out -= units;
    const order = orderOf(id);
    if (order > flow.lastOrder) {
      flow.lastOrder = order;
      flow.closing = toUnits(balanceAfter, asset);
    }
    this.#flows.set(asset, flow);
  }

  /** An asset that did not move. */
  rest(asset: AssetCode, balance: string): void {
    this.#flows.set(asset, { in: 0n, out: 0n, lastOrder: '', closing: toUnits(balance, asset) });
  }

  has(asset: AssetCode): boolean {
    return this.#flows.has(asset);
  }

  /** In the order in which assets are shown everywhere. */
  all(): AssetFlow[] {
    return (Object.keys(ASSETS) as AssetCode[]).flatMap((asset) => {
      const flow = this.#flows.get(asset);
      if (!flow) return [];
      return [
        {
          asset,
          opening: toAmount(flow.closing - flow.in + flow.out, asset),
          moneyIn: toAmount(flow.in, asset),
          moneyOut: toAmount(flow.out, asset),
          closing: toAmount(flow.closing, asset),
        },
      ];
    });
  }
}

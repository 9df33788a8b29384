/** A reference ledger in memory: says what each operation must do, and what everybody has afterwards. */

export const OWNERS = [0, 1, 2] as const;

export type Operation =
  | { type: 'deposit'; owner: number; amount: bigint }
  | { type: 'transfer'; from: number; to: number; amount: bigint }
  | { type: 'fee'; owner: number; amount: bigint }
  | { type: 'place'; owner: number; amount: bigint; interest: bigint }
  | { type: 'draw'; owner: number; amount: bigint }
  | { type: 'fund'; source: 'operator-capital' | 'fee-revenue'; amount: bigint; spread: boolean }
  | { type: 'buy'; owner: number; usdt: bigint; rab: bigint }
  | { type: 'hold'; owner: number; amount: bigint }
  | { type: 'release'; hold: number; amount: bigint | null }
  | { type: 'post-hold'; hold: number; amount: bigint; releaseRest: boolean }
  | { type: 'retry' }
  | { type: 'seal' };

/** An operation's answer: 'done', or the code of the refusal. */
export type Outcome = string;

const LIMIT = 10n ** 36n;

interface ModelHold {
  owner: number;
  open: bigint;
}

export class ModelLedger {
  readonly cash = OWNERS.map(() => 0n);
  readonly rab = OWNERS.map(() => 0n);
  readonly custody = OWNERS.map(() => 0n);
  readonly held = OWNERS.map(() => 0n);
  readonly holds: ModelHold[] = [];
  private hasPosted = false;

  constructor(
    public pool: bigint,
    public fees: bigint,
    public treasuryRab: bigint,
  ) {}

  apply(operation: Operation): Outcome {
    const isPost = !['release', 'hold', 'retry', 'seal'].includes(operation.type);
    const hasTarget = operation.type !== 'post-hold' || this.holds.length > 0;
    const outcome = this.outcomeOf(operation);
    if (outcome === 'done' && isPost && hasTarget) this.hasPosted = true;
    return outcome;
  }

  private free(owner: number): bigint {
    return this.cash[owner]! - this.held[owner]!;
  }

  private outcomeOf(operation: Operation): Outcome {
    if (
      'amount' in operation &&
      operation.amount !== null &&
      operation.amount >= LIMIT &&
      operation.type !== 'release'
    ) {
      return operation.type === 'post-hold' && this.holds.length === 0 ? 'done' : 'amount-out-of-range';
    }
    switch (operation.type) {
      case 'deposit':
        this.cash[operation.owner]! += operation.amount;
        return 'done';
      case 'transfer':
        if (this.free(operation.from) < operation.amount) return 'insufficient-funds';
        this.cash[operation.from]! -= operation.amount;
        this.cash[operation.to]! += operation.amount;
        return 'done';
      case 'fee':
        if (this.free(operation.owner) < operation.amount) return 'insufficient-funds';
        this.cash[operation.owner]! -= operation.amount;
        this.fees += operation.amount;
        return 'done';
      case 'place':
        return this.place(operation.owner, operation.amount, operation.interest);
      case 'draw':
        if (this.pool < operation.amount) return 'pool-empty';
        this.pool -= operation.amount;
        this.cash[operation.owner]! += operation.amount;
        return 'done';
      case 'fund':
        if (operation.source === 'fee-revenue') {
          if (this.fees < operation.amount) return 'insufficient-funds';
          this.fees -= operation.amount;
        }
        this.pool += operation.amount;
        return 'done';
      case 'buy':
        return this.buy(operation.owner, operation.usdt, operation.rab);
      case 'hold':
        if (this.free(operation.owner) < operation.amount) return 'insufficient-funds';
        this.held[operation.owner]! += operation.amount;
        this.holds.push({ owner: operation.owner, open: operation.amount });
        return 'done';
      case 'release':
        return this.release(operation.hold, operation.amount);
      case 'post-hold':
        return this.postHold(operation.hold, operation.amount, operation.releaseRest);
      case 'retry':
        return this.hasPosted ? 'duplicate-transfer' : 'done';
      case 'seal':
        return 'done';
    }
  }

  private place(owner: number, amount: bigint, interest: bigint): Outcome {
    if (this.free(owner) < amount) return 'insufficient-funds';
    if (this.pool < interest) return 'pool-empty';
    this.cash[owner]! -= amount;
    this.custody[owner]! += amount;
    this.pool -= interest;
    return 'done';
  }

  private buy(owner: number, usdt: bigint, rab: bigint): Outcome {
    if (this.treasuryRab < rab) return 'pool-empty';
    if (this.free(owner) < usdt) return 'insufficient-funds';
    this.cash[owner]! -= usdt;
    this.rab[owner]! += rab;
    this.treasuryRab -= rab;
    return 'done';
  }

  private release(index: number, amount: bigint | null): Outcome {
    if (this.holds.length === 0) return 'done';
    const hold = this.holds[index % this.holds.length]!;
    const units = amount ?? hold.open;
    if (units === 0n || units > hold.open) return 'hold-exceeded';
    hold.open -= units;
    this.held[hold.owner]! -= units;
    return 'done';
  }

  private postHold(index: number, amount: bigint, releaseRest: boolean): Outcome {
    if (this.holds.length === 0) return 'done';
    const hold = this.holds[index % this.holds.length]!;
    if (amount > hold.open) return 'hold-exceeded';
    const released = releaseRest ? hold.open - amount : 0n;
    hold.open -= amount + released;
    this.held[hold.owner]! -= amount + released;
    this.cash[hold.owner]! -= amount;
    return 'done';
  }
}

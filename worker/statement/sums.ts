/** Sums of decimals by column and unit, exact to the last digit: assets and fiat alike. */

/** More digits than anything here has after its point. */
const SCALE = 18;

function unitsOf(decimal: string): bigint {
  const [, minus, integer = '', fraction = ''] = /^(-?)([0-9]+)(?:\.([0-9]{1,18}))?$/.exec(decimal) ?? [];
  if (minus === undefined) throw new RangeError('not a plain decimal');
  const units = BigInt(integer + fraction.padEnd(SCALE, '0'));
  return minus === '' ? units : -units;
}

function decimalOf(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE, decimals - SCALE || undefined);
  return `${units < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${decimals === 0 ? '' : `.${fraction}`}`;
}

export class Sums {
  readonly #units = new Map<string, Map<number, bigint>>();
  #decimals = new Map<string, number>();

  /** @throws RangeError for anything but a plain decimal */
  add(unit: string, column: number, decimal: string): void {
    const columns = this.#units.get(unit) ?? new Map<number, bigint>();
    columns.set(column, (columns.get(column) ?? 0n) + unitsOf(decimal));
    this.#units.set(unit, columns);
    const decimals = (decimal.split('.')[1] ?? '').length;
    this.#decimals.set(unit, Math.max(decimals, this.#decimals.get(unit) ?? 0));
  }

  /** Returns per unit, sorted by name, the sum of each column that has one, with as many decimals as the longest figure had. */
  all(): { unit: string; sums: ReadonlyMap<number, string> }[] {
    return [...this.#units]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([unit, columns]) => ({
        unit,
        sums: new Map([...columns].map(([at, sum]) => [at, decimalOf(sum, this.#decimals.get(unit) ?? 0)])),
      }));
  }
}

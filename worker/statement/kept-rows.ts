/** Keeps rows that come newest first and are wanted oldest first, outside of the script's memory, however many there are. */
export class KeptRows<Row> {
  readonly #batches: Blob[] = [];

  /** @param rows newest first, all older than those before them */
  add(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    this.#batches.push(new Blob([JSON.stringify(rows)]));
  }

  async *oldestFirst<T>(map: (row: Row) => T): AsyncGenerator<T> {
    for (const batch of this.#batches.toReversed()) {
      for (const row of (JSON.parse(await batch.text()) as Row[]).toReversed()) yield map(row);
    }
  }
}

import { BYTE_ORDER_MARK, CSV_TYPE } from '../../contract/files/csv';

/** Rows become parts of the file as they come, so that not all of them are in memory at once: read newest first, written oldest first. */
export class CsvFile {
  readonly #parts: Blob[] = [];

  /** @param lines newest first, all older than those before them */
  add(lines: readonly string[]): void {
    if (lines.length > 0) this.#parts.push(new Blob([lines.toReversed().join('')]));
  }

  /** The rows between the lines above and below them. */
  file(above: readonly string[], below: readonly string[]): Blob {
    return new Blob([BYTE_ORDER_MARK, ...above, ...this.#parts.toReversed(), ...below], { type: CSV_TYPE });
  }
}

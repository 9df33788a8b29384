import { BYTE_ORDER_MARK, CSV_TYPE } from '../../contract/files/csv';

/** Turns rows into parts of the file as they come, newest first, so that memory never holds all; the file is oldest first. */
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

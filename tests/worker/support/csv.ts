/** A reader of RFC 4180, strict: what it takes is CSV. Written from the grammar, so that the writer is not tested against itself. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [cell, next] = text[at] === '"' ? escaped(text, at) : plain(text, at);
    record.push(cell);
    if (text.startsWith('\r\n', next)) {
      records.push(record);
      record = [];
      at = next + 2;
    } else if (text[next] === ',') {
      at = next + 1;
    } else {
      throw new SyntaxError(`neither a comma nor the end of a record at ${next}`);
    }
  }
  if (record.length > 0) throw new SyntaxError('the last record has no end');
  return records;
}

function plain(text: string, from: number): [string, number] {
  const [cell = ''] = /^[^",\r\n]*/.exec(text.slice(from, from + 10_000)) ?? [];
  return [cell, from + cell.length];
}

function escaped(text: string, from: number): [string, number] {
  let cell = '';
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else return [cell, at + 1];
  }
  throw new SyntaxError('a quote is never closed');
}

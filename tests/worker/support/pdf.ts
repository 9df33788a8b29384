/** Reads a PDF by its cross-reference table, as readers do: objects, their streams, the words of each page. */
import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  pages: { text: string[]; image: { width: number; height: number; bytes: Buffer } }[];
  title: string;
}

export function readPdf(file: Uint8Array): ReadPdf {
  const bytes = Buffer.from(file);
  const text = bytes.toString('latin1');
  const object = objectsOf(text);
  const field = (body: string, name: string) => {
    const [, value] = new RegExp(`/${name}\\s+(\\d+ 0 R|\\[[^\\]]*\\]|\\d+|<[0-9a-f]+>)`).exec(body) ?? [];
    if (value === undefined) throw new Error(`no /${name} in ${body.slice(0, 80)}`);
    return value;
  };
  const target = (body: string, name: string) => object(Number.parseInt(field(body, name), 10));
  const stream = ({ body, at }: Found) => {
    const start = text.indexOf('stream\n', at) + 'stream\n'.length;
    const length = Number(field(body, 'Length'));
    if (!text.startsWith('\nendstream', start + length)) throw new Error('a stream has another length');
    return inflateSync(bytes.subarray(start, start + length));
  };
  const trailer = text.slice(text.lastIndexOf('trailer'));
  const tree = target(target(trailer, 'Root').body, 'Pages').body;
  const kids = [...field(tree, 'Kids').matchAll(/(\d+) 0 R/g)].map(([, id]) => object(Number(id)));
  if (kids.length !== Number(field(tree, 'Count'))) throw new Error('/Count is another one');
  return {
    title: utf16Of(field(target(trailer, 'Info').body, 'Title').slice(1, -1)).slice(1),
    pages: kids.map(({ body }) => {
      const image = target(body, 'P');
      const content = stream(target(body, 'Contents')).toString('latin1');
      return {
        text: [...content.matchAll(/<([0-9a-f]+)> Tj/g)].map(([, hex = '']) => utf16Of(hex)),
        image: {
          width: Number(field(image.body, 'Width')),
          height: Number(field(image.body, 'Height')),
          bytes: stream(image),
        },
      };
    }),
  };
}

interface Found {
  body: string;
  at: number;
}

function objectsOf(text: string): (id: number) => Found {
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const [, count] = /^xref\n0 (\d+)\n/.exec(text.slice(start)) ?? [];
  const rows = text.slice(text.indexOf('\n', start + 5) + 1);
  return (id) => {
    const row = rows.slice(id * 20, id * 20 + 20);
    const at = Number(/^(\d{10}) 00000 n \n$/.exec(row)?.[1]);
    if (!(id < Number(count)) || !text.startsWith(`${id} 0 obj\n`, at))
      throw new Error(`object ${id} is not where it should be`);
    return { body: text.slice(at, text.indexOf('endobj', at)), at };
  };
}

function utf16Of(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((code) => String.fromCharCode(Number.parseInt(code, 16))).join('');
}

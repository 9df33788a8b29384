/**
 * Writes a PDF of drawn pages: each is one grey picture, with the words that are on it as invisible text above it, so that
 * they can be searched and copied. The pictures are drawn with the device's own fonts, so no font has to come with the app
 * (one with Chinese alone is larger than the app). PDF 1.7 (ISO 32000-1); lengths in points, from the page's lower left corner.
 */

/** A word or line that stands on a page. */
export interface TextRun {
  text: string;
  /** Start of its base line. */
  x: number;
  y: number;
  size: number;
  width: number;
}

/** `grey`: two pixels a byte, 0 black … 15 white, each row begins with a new byte. */
export interface DrawnPage {
  widthPx: number;
  heightPx: number;
  grey: Uint8Array<ArrayBuffer>;
  runs: readonly TextRun[];
}

export interface PdfOptions {
  title: string;
  /** BCP 47 */
  lang: string;
  /** In points. */
  width: number;
  height: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

const CATALOGUE = 1;
const PAGE_TREE = 2;
const FONT = 3;
const FIRST_FREE = 8;
/** Memory holds at most this much of the file, besides the page that is being added. */
const PART_BYTES = 1_048_576;

/** Every glyph is this wide in the invisible font, in thousandths of its size; runs are stretched to their drawn width. */
const GLYPH_WIDTH = 500;

const hexOf = (code: number) => code.toString(16).padStart(4, '0');
/** UTF-16 code units, as strings of the invisible font and, after a mark, of the document are written. */
const utf16 = (text: string) => Array.from({ length: text.length }, (_, at) => hexOf(text.charCodeAt(at))).join('');
const number = (value: number) => String(Math.round(value * 100) / 100);

/** Glyph numbers are UTF-16 code units, and this says so to readers that extract text. */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0000> <FFFF> <0000> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`;

async function deflate(bytes: Bytes): Promise<Bytes> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

function textOf(runs: readonly TextRun[]): string {
  const lines = runs
    .filter(({ text }) => text !== '')
    .map(({ text, x, y, size, width }) => {
      const stretch = (width / ((text.length * size * GLYPH_WIDTH) / 1_000)) * 100;
      return `/F ${number(size)} Tf ${number(stretch)} Tz 1 0 0 1 ${number(x)} ${number(y)} Tm <${utf16(text)}> Tj`;
    });
  // Rendering mode 3: neither filled nor stroked.
  return ['BT 3 Tr', ...lines, 'ET'].join('\n');
}

export class PdfWriter {
  readonly #options: PdfOptions;
  /** Finished parts leave the script's memory, since a file may be larger than that memory. */
  readonly #done: Blob[] = [];
  #parts: (string | Bytes)[] = [];
  #partsLength = 0;
  readonly #offsets = new Map<number, number>();
  readonly #pages: number[] = [];
  #length = 0;
  #next = FIRST_FREE;

  constructor(options: PdfOptions) {
    this.#options = options;
    // A line of bytes above 127 tells transports that this is no text.
    this.#append('%PDF-1.7\n%');
    this.#append(new Uint8Array([0xe2, 0xe3, 0xcf, 0xd3, 0x0a]));
  }

  async addPage({ widthPx, heightPx, grey, runs }: DrawnPage): Promise<void> {
    const { width, height } = this.#options;
    const [page, content, image] = [this.#next, this.#next + 1, this.#next + 2];
    this.#next += 3;
    this.#pages.push(page);
    this.#object(
      page,
      `<< /Type /Page /Parent ${PAGE_TREE} 0 R /MediaBox [0 0 ${number(width)} ${number(height)}] /Contents ${content} 0 R ` +
        `/Resources << /XObject << /P ${image} 0 R >> /Font << /F ${FONT} 0 R >> >> >>`,
    );
    const drawing = `q ${number(width)} 0 0 ${number(height)} 0 0 cm /P Do Q\n${textOf(runs)}`;
    await this.#stream(content, '', new TextEncoder().encode(drawing));
    await this.#stream(
      image,
      `/Type /XObject /Subtype /Image /Width ${widthPx} /Height ${heightPx} /ColorSpace /DeviceGray /BitsPerComponent 4 `,
      grey,
    );
  }

  async finish(): Promise<Blob> {
    const { title, lang } = this.#options;
    const kids = this.#pages.map((page) => `${page} 0 R`).join(' ');
    this.#object(
      CATALOGUE,
      `<< /Type /Catalog /Pages ${PAGE_TREE} 0 R /Lang (${lang}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    );
    this.#object(PAGE_TREE, `<< /Type /Pages /Kids [${kids}] /Count ${this.#pages.length} >>`);
    await this.#font();
    const info = this.#next;
    this.#object(info, `<< /Title <feff${utf16(title)}> /Producer (RAB) >>`);
    const start = this.#length;
    const numbers = Array.from({ length: info }, (_, index) => index + 1);
    const rows = numbers.map((id) => `${String(this.#offsets.get(id) ?? 0).padStart(10, '0')} 00000 n \n`);
    this.#append(`xref\n0 ${info + 1}\n0000000000 65535 f \n${rows.join('')}`);
    this.#append(
      `trailer\n<< /Size ${info + 1} /Root ${CATALOGUE} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    );
    return new Blob([...this.#done, ...this.#parts], { type: 'application/pdf' });
  }

  /** A font without glyphs: it is never painted. Objects 3 to 7. */
  async #font(): Promise<void> {
    const name = '/Invisible';
    this.#object(
      FONT,
      `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 6 0 R >>`,
    );
    this.#object(
      4,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDToGIDMap /Identity /DW ${GLYPH_WIDTH} ` +
        '/CIDSystemInfo 7 0 R /FontDescriptor 5 0 R >>',
    );
    this.#object(
      5,
      `<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [0 0 ${GLYPH_WIDTH} 1000] /ItalicAngle 0 /Ascent 1000 ` +
        '/Descent 0 /CapHeight 1000 /StemV 80 >>',
    );
    await this.#stream(6, '', new TextEncoder().encode(TO_UNICODE));
    this.#object(7, '<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>');
  }

  async #stream(id: number, entries: string, bytes: Bytes): Promise<void> {
    const packed = await deflate(bytes);
    this.#begin(id);
    this.#append(`<< ${entries}/Filter /FlateDecode /Length ${packed.length} >>\nstream\n`);
    this.#append(packed);
    this.#append('\nendstream\nendobj\n');
  }

  #object(id: number, body: string): void {
    this.#begin(id);
    this.#append(`${body}\nendobj\n`);
  }

  #begin(id: number): void {
    this.#offsets.set(id, this.#length);
    this.#append(`${id} 0 obj\n`);
  }

  /** Texts are ASCII here, so that their length is their bytes. */
  #append(part: string | Bytes): void {
    this.#parts.push(part);
    this.#length += part.length;
    this.#partsLength += part.length;
    if (this.#partsLength < PART_BYTES) return;
    this.#done.push(new Blob(this.#parts));
    this.#parts = [];
    this.#partsLength = 0;
  }
}

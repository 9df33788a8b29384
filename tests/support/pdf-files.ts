/** PDF files for tests: one that is fine, and hostile ones. */

/** A PDF of these objects, the first of which is the catalogue; with a right table of them. */
export function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const pageOf = (box: string, more = '') => `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Resources << >> ${more}>>`;
const A4 = pageOf('0 0 595 842');
const catalogue = (more = '') => `<< /Type /Catalog /Pages 2 0 R ${more}>>`;
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const MANY = `<< /Type /Pages /Kids [${Array.from({ length: 501 }, (_, index) => `${index + 3} 0 R`).join(' ')}] /Count 501 >>`;
export const FINE_PDF = pdfOf([catalogue(), PAGES, A4]);

/** Files that are shown to nobody, and what the viewer says of each. */
export const HOSTILE_PDFS: readonly [name: string, bytes: Buffer, told: RegExp][] = [
  ['a script that runs when it opens', pdfOf([catalogue(`/OpenAction ${SCRIPT} `), PAGES, A4]), /contains scripts/],
  [
    'a script by name',
    pdfOf([catalogue(`/Names << /JavaScript << /Names [(a) ${SCRIPT}] >> >> `), PAGES, A4]),
    /contains scripts/,
  ],
  [
    'a script of a page',
    pdfOf([catalogue(), PAGES, pageOf('0 0 595 842', `/AA << /O ${SCRIPT} >> `)]),
    /contains scripts/,
  ],
  ['a huge page', pdfOf([catalogue(), PAGES, pageOf('0 0 9000000 9000000')]), /too large/],
  ['many pages', pdfOf([catalogue(), MANY, ...Array.from({ length: 501 }, () => A4)]), /too large/],
  ['a truncated file', FINE_PDF.subarray(0, FINE_PDF.length - 40), /damaged or incomplete/],
  [
    'a file without its middle',
    Buffer.concat([FINE_PDF.subarray(0, 60), FINE_PDF.subarray(120)]),
    /damaged or incomplete/,
  ],
  ['a page of the web', Buffer.from('<html><script>alert(1)</script></html>'), /not a PDF/],
  ['an archive', Buffer.from('PK\u0003\u0004 and so on'), /not a PDF/],
  ['nothing', Buffer.of(), /not a PDF/],
];

import { expect, test } from 'vitest';
import { PdfWriter } from '../../../worker/statement/pdf-writer';
import { readPdf } from '../support/pdf';

test('pages with their pictures and words are where the file says that they are', async () => {
  const words = ['现金流水', 'ใบแจ้งยอด', '거래 내역', '取引明細', 'Sao kê tiền mặt', 'a (b) \\ >', '𠮷'];
  const writer = new PdfWriter({ title: words.join(' '), lang: 'zh-Hans', width: 595.28, height: 841.89 });
  const greys = [Uint8Array.of(0xf0, 0x0f, 0x12, 0x34), Uint8Array.of(1, 2, 3, 4)];
  for (const grey of greys) {
    const runs = words.map((text, at) => ({ text, x: 36, y: 700 - at * 20, size: 9, width: 80 }));
    await writer.addPage({
      widthPx: 4,
      heightPx: 2,
      grey,
      runs: [...runs, { text: '', x: 0, y: 0, size: 9, width: 0 }],
    });
  }
  const { title, pages } = readPdf(new Uint8Array(await (await writer.finish()).arrayBuffer()));
  expect(title).toBe(words.join(' '));
  expect(pages.map(({ text }) => text)).toEqual([words, words]);
  expect(pages.map(({ image }) => [image.width, image.height, ...image.bytes])).toEqual(
    greys.map((grey) => [4, 2, ...grey]),
  );
});

import { loadOnce } from '../start';

const load = loadOnce(() => import('uqr'));

/** Modules of quiet zone on each side (ISO/IEC 18004). */
const BORDER = 4;

/** The modules of a text's QR code row by row, true is dark, with the quiet zone. @throws when the encoder does not come */
export async function qrRows(text: string): Promise<readonly (readonly boolean[])[]> {
  const { encode } = await load();
  return encode(text, { ecc: 'M', border: BORDER }).data;
}

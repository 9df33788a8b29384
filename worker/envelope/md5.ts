/** md5 (RFC 1321), which the wire format asks for and WebCrypto lacks. It protects nothing here. */

const BLOCK_BYTES = 64;
/** The length in bits stands in the last eight bytes, behind a one bit. */
const TAIL_BYTES = 9;

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Int32Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32));
/** How far each of the 64 steps turns, and which word of the block it takes. */
const TURNS = Int32Array.from({ length: 64 }, (_, step) => SHIFTS[(step >> 4) * 4 + (step % 4)] ?? 0);
const WORDS = Int32Array.from({ length: 64 }, (_, step) => {
  const [factor, offset] = [[1, 0] as const, [5, 1] as const, [3, 5] as const, [7, 0] as const][step >> 4] ?? [0, 0];
  return (factor * step + offset) % 16;
});

function padded(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + TAIL_BYTES) / BLOCK_BYTES);
  const whole = new Uint8Array(blocks * BLOCK_BYTES);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, (bytes.length * 8) >>> 0, true);
  view.setUint32(whole.length - 4, Math.floor(bytes.length / 2 ** 29), true);
  return view;
}

/** Mixes one block (its 16 words) into the state. */
function mix(state: Int32Array, block: Int32Array): void {
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  for (let step = 0; step < 64; step += 1) {
    let chosen: number;
    if (step < 16) chosen = d ^ (b & (c ^ d));
    else if (step < 32) chosen = c ^ (d & (b ^ c));
    else if (step < 48) chosen = b ^ c ^ d;
    else chosen = c ^ (b | ~d);
    const sum = (a + chosen + (block[WORDS[step] as number] as number) + (SINES[step] as number)) | 0;
    const turn = TURNS[step] as number;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0;
  }
  state[0] = ((state[0] as number) + a) | 0;
  state[1] = ((state[1] as number) + b) | 0;
  state[2] = ((state[2] as number) + c) | 0;
  state[3] = ((state[3] as number) + d) | 0;
}

/** @returns the 16 bytes of the digest */
export function md5(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const view = padded(bytes);
  const block = new Int32Array(16);
  for (let offset = 0; offset < view.byteLength; offset += BLOCK_BYTES) {
    for (let word = 0; word < 16; word += 1) block[word] = view.getInt32(offset + word * 4, true);
    mix(state, block);
  }
  const digest = new DataView(new ArrayBuffer(16));
  for (let word = 0; word < 4; word += 1) digest.setInt32(word * 4, state[word] as number, true);
  return new Uint8Array(digest.buffer);
}

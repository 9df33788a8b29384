/** Images of a form that is not sent yet. */
import type { Environment } from '../../../worker/environment';
import type { Tab } from './harness';

export const FORM = 'feedback';
export const MB = 1_000_000;
const HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A browser with room for them. */
export const ROOMY = {
  storage: { estimate: async () => ({ usage: 0, quota: 1_000 * MB }), persisted: async () => false },
} satisfies Partial<Environment>;

/** A PNG as far as anybody looks, with its name in it. */
export const picture = (name: string, bytes = 0) =>
  new Blob([new Uint8Array(HEAD), `picture ${name}`, new Uint8Array(bytes)], { type: 'image/png' });

export const keep = ({ api }: Tab, key: string, file = picture(key), form = FORM) =>
  api.formImages({ do: 'keep', form, key, file });

/** Everything that is kept of a form, as short words: `a` with its bytes, `b=u1` as an upload. @throws Error for other bytes */
export async function kept({ api }: Tab, form = FORM): Promise<string[]> {
  const found: string[] = [];
  for (let after = ''; ;) {
    const answer = await api.formImages({ do: 'next', form, after });
    if (!answer) return found;
    const { key, image, uploadId } = answer;
    after = key;
    const isWhole = image?.type === 'image/png' && (await image.text()).includes(`picture ${key}`);
    if (uploadId === null && !isWhole) throw new Error(`${key} has other bytes`);
    found.push(uploadId === null ? key : `${key}=${uploadId}`);
  }
}

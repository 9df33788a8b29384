import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

const SHORT = 3;
/** As the macro writes them in code, and as a compiled catalogue holds them, JSON within a string. */
const IN_CODE = /\bid:\s*(["'`])([\w+/]{6})\1/g;
const IN_CATALOGUE = /\\"([\w+/]{6})\\":/g;

/**
 * Shortens the names of texts. Names that begin alike stay whole, so that a new text renames two others at most and leaves nearly
 * every built file as it was.
 */
export function shortIds(ids: readonly string[]): Map<string, string> {
  const count = new Map<string, number>();
  for (const id of ids) count.set(id.slice(0, SHORT), (count.get(id.slice(0, SHORT)) ?? 0) + 1);
  return new Map(ids.map((id) => [id, count.get(id.slice(0, SHORT)) === 1 ? id.slice(0, SHORT) : id]));
}

/**
 * Shortens the names of texts. Lingui names each text by six characters of a digest, which no compression makes smaller, in the
 * code and in every catalogue. The build writes only their beginning: some kilobytes less to load and to keep.
 */
export function shortMessageIds(): Plugin {
  const config = getConfig();
  let short = new Map<string, string>();
  const rename = (id: string) => short.get(id) ?? id;
  return {
    name: 'rab:short-message-ids',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      const [catalog] = await getCatalogs(config);
      short = shortIds(Object.keys((await catalog?.read(config.sourceLocale ?? 'en')) ?? {}));
      if (short.size === 0) throw new Error('The catalogue of the source language is empty.');
    },
    transform(code, id) {
      if (/\.po(?:\?start)?$/.test(id))
        return { code: code.replace(IN_CATALOGUE, (_, name: string) => `\\"${rename(name)}\\":`), map: null };
      if (!/\/src\/.*\.tsx?$/.test(id)) return null;
      return {
        code: code.replace(IN_CODE, (_, quote: string, name: string) => `id:${quote}${rename(name)}${quote}`),
        map: null,
      };
    },
  };
}

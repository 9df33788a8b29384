/**
 * The worker's entry uses md5 of @noble/hashes. argon2id, which only app lock needs, uses far more of what the two share, and
 * that would come with the entry: so argon2id gets a copy of its own of it.
 */
import type { Plugin } from 'vite';

const OWN = '?own';
const OWNERS = /[\\/]@noble[\\/]hashes[\\/](?:argon2|blake2|_blake)\.js$|[\\/]@noble[\\/]hashes[\\/][\w.]+\.js\?own$/;

export function ownHashes(): Plugin {
  return {
    name: 'rab:own-hashes',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer || !OWNERS.test(importer) || !source.startsWith('.')) return null;
      const resolved = await this.resolve(source, importer.replace(OWN, ''), { skipSelf: true });
      return resolved && !resolved.external ? resolved.id + OWN : null;
    },
  };
}

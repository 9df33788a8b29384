/**
 * [Note: Own copies] The bundler puts a file into one chunk, with whatever any chunk uses of it: a file that the worker's entry and a
 * later part share comes whole with the entry. So some files are bundled more than once, each copy with only what its owner uses.
 */
import type { Plugin } from 'vite';

const OWN = '?own-';

interface Sharing {
  /** Files that get copies of the shared ones. */
  owners: RegExp;
  shared: RegExp;
  /** Names the copy: owners of one name have one. */
  nameOf: (owner: string) => string;
}

const SHARINGS: readonly Sharing[] = [
  // The entry uses md5. argon2id, which only app lock needs, uses far more of what the two share.
  {
    owners: /[\\/]@noble[\\/]hashes[\\/](?:argon2|blake2|_blake)\.js$/,
    shared: /[\\/]@noble[\\/]hashes[\\/][\w.]+\.js$/,
    nameOf: () => 'argon2',
  },
  // The calls that come earlier than those of a session, and the parts of the worker that make a call themselves.
  {
    owners:
      /[\\/]contract[\\/](?:guest|log-in)-calls\.ts$|[\\/]worker[\\/](?:live|outbox|statement|upload)[\\/][\w-]+\.ts$/,
    shared: /[\\/]contract[\\/]calls[\\/][\w-]+\.ts$/,
    nameOf: (owner) =>
      /[\\/](?:worker[\\/](\w+)[\\/][\w-]+|contract[\\/]([\w-]+)-calls)\.ts$/.exec(owner)?.slice(1).join('') ?? '',
  },
];

export function ownCopies(): Plugin {
  return {
    name: 'rab:own-copies',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer || !source.startsWith('.')) return null;
      const [path = '', copy] = importer.split(OWN);
      // A copy's own imports are copied with it.
      const sharing = SHARINGS.find(({ owners, shared }) => (copy === undefined ? owners : shared).test(path));
      const resolved = sharing && (await this.resolve(source, path, { skipSelf: true }));
      if (!resolved || resolved.external || !sharing.shared.test(resolved.id)) return null;
      return resolved.id + OWN + (copy ?? sharing.nameOf(path));
    },
  };
}

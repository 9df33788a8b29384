import { fileURLToPath } from 'node:url';
import { types as t, type PluginObj } from '@babel/core';
import { runnerImport, type Plugin } from 'vite';
import { throughBabel } from './support/babel.ts';
import type * as stale from './support/stale-calls';

const STALE = fileURLToPath(new URL('support/stale-calls.ts', import.meta.url));

/** Calls declare these for others than the app: topics for the build ([Note: Topics] in contract/call.ts), examples for tests. */
export const UNSHIPPED_KEYS: ReadonlySet<string> = new Set(['shows', 'changes', 'changesMarket', 'example']);

/** Writes what each call makes stale into the worker, in the build and in tests alike. */
export function staleCalls(): Plugin {
  return {
    name: 'rab:stale-calls',
    async config() {
      const { module } = await runnerImport<typeof stale>(STALE);
      return { define: module.staleConstants() };
    },
  };
}

/** Takes properties out of every call that a module declares. */
export function withoutKeys(keys: ReadonlySet<string>): PluginObj {
  return {
    visitor: {
      CallExpression(path) {
        const { callee, arguments: given } = path.node;
        const [definition] = given;
        if (!t.isIdentifier(callee, { name: 'defineCall' }) || !t.isObjectExpression(definition)) return;
        definition.properties = definition.properties.filter(
          (property) => !(t.isObjectProperty(property) && t.isIdentifier(property.key) && keys.has(property.key.name)),
        );
      },
    },
  };
}

/** The worker's build knows by `staleCalls` all that it needs of topics. */
export function withoutUnshipped(): Plugin {
  return {
    name: 'rab:without-unshipped',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/calls\/[\w-]+\.ts(?:\?own-[\w-]+)?$/, code: /defineCall/ },
      handler: (code, id) => throughBabel(code, id, [withoutKeys(UNSHIPPED_KEYS)]),
    },
  };
}

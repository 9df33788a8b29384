import type { Plugin } from 'vite';
import { throughBabel } from './support/babel.ts';

/**
 * Expands the Lingui macros (`@lingui/core/macro`, `@lingui/react/macro`) before anything else sees the file.
 * @vitejs/plugin-react 6 has no Babel step of its own, so only the files that import a macro pay for one.
 * Used by vite.config.ts and by the unit project of vitest.config.ts.
 */
export function linguiMacro(): Plugin {
  return {
    name: 'rab:lingui-macro',
    enforce: 'pre',
    transform: {
      filter: { id: /\.[jt]sx?$/, code: /@lingui\/(?:core|react)\/macro/ },
      handler: (code, id) => throughBabel(code, id, ['@lingui/babel-plugin-lingui-macro'], ['typescript', 'jsx']),
    },
  };
}

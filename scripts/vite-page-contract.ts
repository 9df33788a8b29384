import { transformAsync, types as t, type PluginObj } from '@babel/core';
import type { Plugin } from 'vite';

const SCHEMAS = new Set(['input', 'output']);

/** Leaves a call's data and takes its schemas; what is made for them only is then marked as droppable. */
const withoutSchemas: PluginObj = {
  visitor: {
    CallExpression(path) {
      const { callee, arguments: given } = path.node;
      const [definition] = given;
      if (t.isIdentifier(callee, { name: 'defineCall' }) && t.isObjectExpression(definition)) {
        definition.properties = definition.properties.filter(
          (property) =>
            !(t.isObjectProperty(property) && t.isIdentifier(property.key) && SCHEMAS.has(property.key.name)),
        );
      }
      if (!path.getFunctionParent()) t.addComment(path.node, 'leading', '#__PURE__');
    },
  },
};

/**
 * The page asks its own worker, which parses what it sends and what comes: in the page calls are their data alone. Making
 * the schemas of all answers would cost a slow phone more than painting Home. Schemas that forms judge by stay.
 */
export function pageContract(): Plugin {
  return {
    name: 'rab:page-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/(?:calls\/)?[\w-]+\.ts$/, code: /zod\/mini/ },
      async handler(code, id) {
        const result = await transformAsync(code, {
          filename: id,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: { plugins: ['typescript'] },
          plugins: [withoutSchemas],
        });
        return result?.code ? { code: result.code, map: result.map } : null;
      },
    },
  };
}

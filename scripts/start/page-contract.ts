import { types as t, type PluginObj } from '@babel/core';
import type { Plugin } from 'vite';
import { throughBabel } from '../support/babel.ts';
import { UNSHIPPED_KEYS, withoutKeys } from '../vite-topics.ts';

/** The page does without these: its worker needs them, and knows what follows from topics. */
const NOT_THE_PAGES = new Set(['input', 'output', ...UNSHIPPED_KEYS]);

/** Only the page's build has this module. */
const LAZY = 'rab:lazy-schema';
const LAZY_ID = `\0${LAZY}`;
const LAZY_CODE = `export function lazySchema(make) {
  let made;
  const schema = () => (made ??= make());
  return new Proxy({}, {
    get: (_, key) => schema()[key],
    has: (_, key) => key in schema(),
    getPrototypeOf: () => Object.getPrototypeOf(schema()),
  });
}`;

/** `z` in `z.string().check(…)`; undefined for what no chain of calls begins with. */
function rootOf(node: t.Node): string | undefined {
  if (t.isIdentifier(node)) return node.name;
  if (t.isCallExpression(node)) return rootOf(node.callee);
  return t.isMemberExpression(node) ? rootOf(node.object) : undefined;
}

/** Schemas of a module are made when they are first asked for anything: most of them only when a form is touched. */
const schemasWhenNeeded: PluginObj = {
  visitor: {
    Program(path) {
      const make = path.scope.generateUid('lazySchema');
      let isUsed = false;
      for (const statement of path.node.body) {
        const declaration = t.isExportNamedDeclaration(statement) ? statement.declaration : statement;
        if (!t.isVariableDeclaration(declaration, { kind: 'const' })) continue;
        for (const declarator of declaration.declarations) {
          if (!t.isCallExpression(declarator.init) || rootOf(declarator.init) !== 'z') continue;
          declarator.init = t.callExpression(t.identifier(make), [t.arrowFunctionExpression([], declarator.init)]);
          isUsed = true;
        }
      }
      if (!isUsed) return;
      const specifier = t.importSpecifier(t.identifier(make), t.identifier('lazySchema'));
      path.node.body.unshift(t.importDeclaration([specifier], t.stringLiteral(LAZY)));
    },
  },
};

/** Marks calls at the top level as pure, so that the bundler drops those that only the removed schemas needed. */
const droppable: PluginObj = {
  visitor: {
    CallExpression(path) {
      if (!path.getFunctionParent()) t.addComment(path.node, 'leading', '#__PURE__');
    },
  },
};

/**
 * The page asks its own worker, which parses what it sends and what comes: in the page calls are their data alone. Making
 * the schemas of all answers would cost a slow phone more than painting Home. Schemas that forms judge by stay, and are made
 * when a form asks.
 */
export function pageContract(): Plugin {
  return {
    name: 'rab:page-contract',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: new RegExp(`^${LAZY}$`) }, handler: () => LAZY_ID },
    load: { filter: { id: new RegExp(`${LAZY}$`) }, handler: () => LAZY_CODE },
    transform: {
      filter: { id: /\/contract\/(?:calls\/)?[\w-]+\.ts$/, code: /zod\/mini/ },
      handler: (code, id) => throughBabel(code, id, [schemasWhenNeeded, withoutKeys(NOT_THE_PAGES), droppable]),
    },
  };
}

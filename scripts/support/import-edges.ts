/**
 * The import edges of docs/architecture.md: which folder may import what. Oxlint's rules see the text of an import, not
 * where it leads, so this looks at resolved paths.
 */
import { dirname, join, posix } from 'node:path';

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string;
  text: string;
}

export interface Violation {
  path: string;
  line: number;
  imported: string;
  rule: string;
}

interface ImportFound {
  /** A package's name as written, or a project path for a relative import. */
  target: string;
  isRelative: boolean;
  isType: boolean;
  line: number;
}

interface Rule {
  rule: string;
  /** Files that the rule is about. */
  from: RegExp;
  forbids(found: ImportFound): boolean;
}

interface PackageRule {
  packages: RegExp;
  /** The only files that may import them. */
  only: RegExp;
  rule: string;
}

const inFolders = (...folders: string[]) => {
  return ({ isRelative, target }: ImportFound): boolean =>
    isRelative && !folders.some((folder) => target === folder || target.startsWith(`${folder}/`));
};

const FOLDER_RULES: readonly Rule[] = [
  { rule: 'contract imports only contract', from: /^contract\//, forbids: inFolders('contract') },
  {
    rule: 'contract imports only zod',
    from: /^contract\//,
    forbids: ({ isRelative, target }) => !isRelative && !/^zod(\/|$)/.test(target),
  },
  { rule: 'worker imports only worker and contract', from: /^worker\//, forbids: inFolders('worker', 'contract') },
  { rule: 'gateway imports only gateway and contract', from: /^gateway\//, forbids: inFolders('gateway', 'contract') },
  {
    rule: 'src imports only src, contract, locales and, in src/bridge, worker',
    from: /^src\//,
    forbids: inFolders('src', 'contract', 'locales', 'worker'),
  },
  {
    rule: 'src reaches worker only through src/bridge, and only the types of worker/api',
    from: /^src\//,
    forbids: ({ isRelative, target, isType }) =>
      isRelative && target.startsWith('worker/') && !(isType && target === 'worker/api'),
  },
  {
    rule: 'src reaches worker only through src/bridge, and only the types of worker/api',
    from: /^src\/(?!bridge\/)/,
    forbids: ({ isRelative, target }) => isRelative && target.startsWith('worker/'),
  },
  {
    rule: 'src/money imports no page',
    from: /^src\/money\//,
    forbids: ({ isRelative, target }) => isRelative && target.startsWith('src/pages/'),
  },
  {
    rule: 'calls that move money are made through src/money',
    from: /^src\/(?!money\/|bridge\/)/,
    forbids: ({ isRelative, target }) => isRelative && target === 'src/bridge/useMoneyCalls',
  },
  {
    rule: 'what is typed is kept through src/money/useTyped',
    from: /^src\/pages\//,
    forbids: ({ isRelative, target }) => isRelative && target === 'src/bridge/useDraft',
  },
  {
    rule: 'below gateway/http nothing knows of it',
    from: /^gateway\/(adapters|db|demo|domain|jobs|ledger|operator)\//,
    forbids: ({ isRelative, target }) => isRelative && /^gateway\/(http|api|app)(\/|$)/.test(target),
  },
];

const PACKAGE_RULES: readonly PackageRule[] = [
  {
    packages: /^comlink$/,
    only: /^(src\/bridge\/|worker\/main\.ts$)/,
    rule: 'Comlink only in src/bridge and worker/main.ts',
  },
  { packages: /^dexie$/, only: /^worker\/cache\//, rule: 'Dexie only in worker/cache' },
  {
    packages: /^(crypto-js(\/.*)?|(node:)?crypto)$/,
    only: /^(worker\/(envelope|session)\/|gateway\/(adapters|db|ledger|operator)\/|gateway\/(open-deps|http\/(envelope|static-app)|domain\/(money-call|identity\/[a-z-]+))\.ts$)/,
    rule: 'crypto only in worker/envelope, worker/session and their counterparts in the gateway',
  },
  {
    packages: /^drizzle-orm(\/|$)/,
    only: /^gateway\/(db\/|ledger\/|.*\/(repo|[a-z-]+-repo)\.ts$)/,
    rule: 'drizzle only in gateway/db, gateway/ledger and repo files',
  },
  {
    packages: /^(hono|@hono\/.*)(\/|$)/,
    only: /^gateway\/(http\/|app\.ts$|main\.ts$)/,
    rule: 'Hono only in gateway/http',
  },
  { packages: /^(react|react-dom|antd-mobile|wouter)(\/|$)/, only: /^src\//, rule: 'React only in src' },
];

/** The programs whose edges are kept. */
const CHECKED = /^(contract|gateway|src|worker)\/.*\.(ts|tsx)$/;

/** Blanks comments out, so that an import in an example is none. Strings keep their text. */
function withoutComments(text: string): string {
  const blank = (match: string): string => match.replace(/[^\n]/g, ' ');
  return text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g,
    (match, string: string) => (string === undefined ? blank(match) : match),
  );
}

const STATEMENT =
  /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]*?\sfrom\s+|[{*][\w*{}\s,$]*?from\s*)?['"]([^'"\n]+)['"]/gm;
const DYNAMIC = /\b(import|typeof\s+import|require)\(\s*['"`]([^'"`\n]+)['"`]/g;

function importsOf({ path, text }: SourceFile): ImportFound[] {
  const code = withoutComments(text);
  const found: ImportFound[] = [];
  const add = (specifier: string, isType: boolean, index: number): void => {
    const isRelative = specifier.startsWith('.');
    const target = isRelative
      ? posix.normalize(join(dirname(path), specifier)).replace(/\.(ts|tsx|js|mjs)$/, '')
      : specifier;
    found.push({ target, isRelative, isType, line: code.slice(0, index).split('\n').length });
  };
  for (const match of code.matchAll(STATEMENT))
    add(match[2] ?? '', match[1] !== undefined, match.index + match[0].length);
  for (const match of code.matchAll(DYNAMIC)) add(match[2] ?? '', match[1]?.startsWith('typeof') ?? false, match.index);
  return found;
}

/** Every import that crosses an edge it must not cross. */
export function findViolations(files: readonly SourceFile[]): Violation[] {
  const violations: Violation[] = [];
  for (const file of files.filter(({ path }) => CHECKED.test(path))) {
    for (const found of importsOf(file)) {
      const broken = [
        ...FOLDER_RULES.filter(({ from, forbids }) => from.test(file.path) && forbids(found)).map(({ rule }) => rule),
        ...PACKAGE_RULES.filter(
          ({ packages, only }) => !found.isRelative && packages.test(found.target) && !only.test(file.path),
        ).map(({ rule }) => rule),
      ];
      for (const rule of new Set(broken))
        violations.push({ path: file.path, line: found.line, imported: found.target, rule });
    }
  }
  return violations;
}

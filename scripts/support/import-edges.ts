/**
 * The import edges of docs/architecture.md: which folder may import what. Oxlint's rules see the text of an import, not
 * where it leads, so this looks at resolved paths.
 */
import { dirname, join, posix } from 'node:path';
import { lineAt, withoutComments } from './source-text';

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

export interface ImportFound {
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
  /** @param path of the file that imports */
  forbids(found: ImportFound, path: string): boolean;
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

/** The rooms of gateway/domain/identity, from the ground up. */
const IDENTITY_ROOMS = [
  'secrets',
  'users',
  'profile',
  'messages',
  'guessing',
  'codes',
  'sessions',
  'passwords',
  'authenticator',
  'real-name',
  'login',
];

/** Is true of an import from a room of identity into a later one, or into a file that binds the rooms together. */
function leadsUpInIdentity({ isRelative, target }: ImportFound, path: string): boolean {
  const roomOf = (file: string): string | undefined => /^gateway\/domain\/identity\/([^/]+)/.exec(file)?.[1];
  const imported = roomOf(target);
  if (!isRelative || imported === undefined || imported === 'figures') return false;
  const floor = IDENTITY_ROOMS.indexOf(imported);
  return floor < 0 || floor > IDENTITY_ROOMS.indexOf(roomOf(path) ?? '');
}

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
    rule: 'what is typed is kept through src/money/useTypedValues',
    from: /^src\/pages\//,
    forbids: ({ isRelative, target }) => isRelative && target === 'src/bridge/useDraft',
  },
  {
    rule: 'src/start is reached by its indexes',
    from: /^src\/(?!start\/)/,
    forbids: ({ isRelative, target }) =>
      isRelative && target.startsWith('src/start/') && !/^src\/start\/(picture(\/index)?|index)$/.test(target),
  },
  {
    rule: 'the start knows no screen: only main.tsx and the picture of Home do',
    from: /^src\/start\/(?!main\.tsx|picture\/)/,
    forbids: ({ isRelative, target }) =>
      isRelative && !/^(contract|src\/start)\/|^src\/(bridge\/types|i18n\/locales|theme\/preferences)$/.test(target),
  },
  {
    rule: 'below gateway/http nothing knows of it',
    from: /^gateway\/(adapters|db|demo|domain|jobs|ledger|operator)\//,
    forbids: ({ isRelative, target }) => isRelative && /^gateway\/(http|api|app)(\/|$)/.test(target),
  },
  {
    rule: 'the ledger never imports a domain',
    from: /^gateway\/ledger\//,
    forbids: ({ isRelative, target }) => isRelative && /^gateway\/(domain|jobs|operator|demo)(\/|$)/.test(target),
  },
  {
    rule: 'components never import the app, nor a page',
    from: /^src\/components\//,
    forbids: ({ isRelative, target }) => isRelative && /^src\/(app|pages|routes)(\/|$)/.test(target),
  },
  {
    rule: 'withdrawals know of deposits, not the other way round',
    from: /^gateway\/domain\/(deposits|wallet)\//,
    forbids: ({ isRelative, target }) => isRelative && target.startsWith('gateway/domain/withdrawals/'),
  },
  {
    rule: `a room of identity imports only rooms before it: ${IDENTITY_ROOMS.join(', ')}`,
    from: /^gateway\/domain\/identity\/[^/]+\//,
    forbids: leadsUpInIdentity,
  },
];

const PACKAGE_RULES: readonly PackageRule[] = [
  {
    packages: /^comlink$/,
    only: /^(src\/bridge\/|worker\/main\.ts$)/,
    rule: 'Comlink only in src/bridge and worker/main.ts',
  },
  { packages: /^dexie(\/|$)/, only: /^worker\/cache\//, rule: 'Dexie only in worker/cache' },
  {
    packages: /^(crypto-js(\/.*)?|(node:)?crypto)$/,
    only: /^(worker\/(envelope|session)\/|gateway\/(adapters|db|ledger|operator)\/|gateway\/(open-deps|http\/(envelope|static-app)|domain\/(money-call|identity\/[a-z-]+\/[a-z-]+))\.ts$)/,
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
  { packages: /^(react|react-dom|wouter)(\/|$)/, only: /^src\//, rule: 'React only in src' },
];

/** The programs whose edges are kept. */
const CHECKED = /^(contract|gateway|src|worker)\/.*\.(ts|tsx)$/;

const STATEMENT =
  /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]*?\sfrom\s+|[{*][\w*{}\s,$]*?from\s*)?['"]([^'"\n]+)['"]/gm;
const DYNAMIC = /\b(import|typeof\s+import|require)\(\s*['"`]([^'"`\n]+)['"`]/g;

export function importsOf({ path, text }: SourceFile): ImportFound[] {
  const code = withoutComments(text);
  const found: ImportFound[] = [];
  const add = (specifier: string, isType: boolean, index: number): void => {
    const isRelative = specifier.startsWith('.');
    const target = isRelative
      ? posix.normalize(join(dirname(path), specifier)).replace(/\.(ts|tsx|js|mjs)$/, '')
      : specifier;
    found.push({ target, isRelative, isType, line: lineAt(code, index) });
  };
  for (const match of code.matchAll(STATEMENT))
    add(match[2] ?? '', match[1] !== undefined, match.index + match[0].length);
  for (const match of code.matchAll(DYNAMIC)) add(match[2] ?? '', match[1]?.startsWith('typeof') ?? false, match.index);
  return found;
}

const PAGE_LOADED = /import\('\.\/(pages\/[\w/]+)'\)/g;

/** A page is a folder that src/routes.tsx loads: others have its index, and what several show stands beside the pages. */
function insideOfPages(files: readonly SourceFile[]): Rule {
  const routes = files.find(({ path }) => path === 'src/routes.tsx')?.text ?? '';
  const pages = [...routes.matchAll(PAGE_LOADED)].map(([, page]) => `src/${page}/`);
  return {
    rule: "a page never imports another page's inside",
    from: /^src\//,
    forbids: ({ isRelative, target }, from) =>
      isRelative &&
      pages.some((page) => target.startsWith(page) && !from.startsWith(page) && target !== `${page}index`),
  };
}

/** Every import that crosses an edge it must not cross. */
export function findViolations(files: readonly SourceFile[]): Violation[] {
  const violations: Violation[] = [];
  const folderRules = [...FOLDER_RULES, insideOfPages(files)];
  for (const file of files.filter(({ path }) => CHECKED.test(path))) {
    for (const found of importsOf(file)) {
      const broken = [
        ...folderRules
          .filter(({ from, forbids }) => from.test(file.path) && forbids(found, file.path))
          .map(({ rule }) => rule),
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

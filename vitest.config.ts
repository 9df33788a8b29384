import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { answerShapes } from './scripts/vite-answer-shapes.ts';
import { trickConstants } from './scripts/start/tricks.ts';
import { linguiMacro } from './scripts/vite-lingui-macro.ts';
import { staleCalls } from './scripts/vite-topics.ts';
import { makeFolderOfRun } from './tests/support/folder-of-run.ts';
import { tellSeed } from './tests/support/seed.ts';

// The processes of the run have it from here.
tellSeed('npx vitest run');
makeFolderOfRun();

/** Project by project: a process is kept for the next file only when that is of the same project. */
const PROJECTS = ['slow', 'embedded', 'gateway', 'worker', 'unit', 'logic'];

class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Files share the modules that they load, which cost more than the tests: each leaves shared state as it found it. */
const isolate = false;

/**
 * For what hangs, far above what a busy machine needs: a timing is no result here. Longer than `until` waits for, so
 * that a failure has the check's own words.
 */
const LIMITS = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** The run's seed for every property. */
const SEEDED = 'tests/support/seeded-properties.ts';

/** Lets each file begin with modules of its own. */
const FRESH = 'tests/unit/support/fresh-modules.ts';

/** The page's code is compiled as the build does it. */
const OF_THE_PAGE = {
  plugins: [answerShapes(), staleCalls(), linguiMacro(), react(), lingui()],
  define: trickConstants(),
};

/** Starts gateways as programs, kills them, builds: `npm run test:all` alone has it. */
const SLOW = 'tests/{gateway,worker}/**/*.slow.test.ts';

/** Databases can differ in the layers below the domains; of each domain one file shows that it works on both. */
const ON_BOTH_DATABASES = [
  'tests/gateway/{backup,db,jobs,ledger,time}/**/*.test.ts',
  'tests/gateway/operator/{audit,installation,operator,operators,own-account,proposals}.test.ts',
  'tests/gateway/accounts/accounts.test.ts',
  'tests/gateway/chain/deposits.test.ts',
  'tests/gateway/content/articles.test.ts',
  'tests/gateway/custody/orders.test.ts',
  'tests/gateway/dividend/dividend.test.ts',
  'tests/gateway/exchange/exchange.test.ts',
  'tests/gateway/feedback/feedback.test.ts',
  'tests/gateway/freeze/freeze.test.ts',
  'tests/gateway/http/envelope-door.test.ts',
  'tests/gateway/identity/{login/login,sessions/sessions}.test.ts',
  'tests/gateway/income/engine.test.ts',
  'tests/gateway/insurance/insurance.test.ts',
  'tests/gateway/live/stream.test.ts',
  'tests/gateway/machines/buying.test.ts',
  'tests/gateway/methods/methods.test.ts',
  'tests/gateway/otc/rab/orders.test.ts',
  'tests/gateway/otc/usdt/trade.test.ts',
  'tests/gateway/quotes/quotes.test.ts',
  'tests/gateway/service/service.test.ts',
  'tests/gateway/slips/slips.test.ts',
  'tests/gateway/team/figures.test.ts',
  'tests/gateway/telling/telling.test.ts',
  'tests/gateway/withdrawals/calls.test.ts',
];

/** A project of the gateway's tests on one database. */
const gateway = (
  name: string,
  database: 'embedded' | 'postgres',
  files: { include: string[]; exclude?: string[] },
) => ({
  test: {
    name,
    isolate,
    environment: 'node' as const,
    ...files,
    provide: { database },
    setupFiles: [SEEDED],
    globalSetup: ['tests/gateway/support/postgres-server.ts', 'tests/gateway/support/gateway-bundle.ts'],
    ...LIMITS,
  },
});

/**
 * `unit` runs the page's components in happy-dom, `logic` what of the page needs no window, `worker` the data layer, `gateway` the server on PostgreSQL; `npm run test:all` adds `embedded`,
 * the same on the embedded database, and `slow`. Run one with `npm run test:watch unit`.
 */
export default defineConfig({
  test: {
    // Vitest leaves one core free for its own process, which idles: of two cores that is half.
    maxWorkers: '100%',
    sequence: { sequencer: ProjectByProject },
    projects: [
      {
        ...OF_THE_PAGE,
        test: {
          name: 'unit',
          isolate,
          ...LIMITS,
          environment: 'happy-dom',
          include: ['tests/unit/**/*.test.tsx'],
          setupFiles: [FRESH, SEEDED, 'tests/unit/support/setup.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        ...OF_THE_PAGE,
        test: {
          name: 'logic',
          isolate,
          ...LIMITS,
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          setupFiles: [FRESH, SEEDED],
        },
      },
      {
        plugins: [answerShapes(), staleCalls()],
        test: {
          name: 'worker',
          isolate,
          ...LIMITS,
          environment: 'node',
          include: ['tests/worker/**/*.test.ts'],
          exclude: [SLOW],
          setupFiles: [SEEDED, 'tests/worker/support/leave-nothing-running.ts'],
        },
      },
      gateway('gateway', 'postgres', {
        include: ['tests/gateway/**/*.test.ts'],
        exclude: [SLOW, '**/*.embedded.test.ts'],
      }),
      gateway('embedded', 'embedded', { include: ON_BOTH_DATABASES, exclude: [SLOW, '**/*.postgres.test.ts'] }),
      gateway('slow', 'postgres', { include: [SLOW] }),
    ],
  },
});

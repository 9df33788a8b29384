import { describe, expect, it } from 'vitest';
import { findViolations } from '../../../scripts/support/import-edges';

const rulesFor = (path: string, text: string) => findViolations([{ path, text }]).map(({ rule }) => rule);

describe('import edges', () => {
  it.each([
    ['contract/x.ts', "import { z } from 'zod';\nimport { ids } from './ids';"],
    ['worker/main.ts', "import { expose } from 'comlink';"],
    ['worker/cache/db.ts', "import Dexie from 'dexie';"],
    ['worker/envelope/md5.ts', "import MD5 from 'crypto-js/md5';"],
    ['src/bridge/worker.ts', "import type { WorkerApi } from '../../worker/api';\nimport { wrap } from 'comlink';"],
    ['src/i18n/activate.ts', 'export const load = () => import(`../../locales/${locale}.po`);'],
    ['gateway/domain/x/repo.ts', "import { eq } from 'drizzle-orm';"],
    ['gateway/domain/x/code-repo.ts', "import { eq } from 'drizzle-orm';"],
    ['gateway/http/door.ts', "import { Hono } from 'hono';"],
    ['src/App.tsx', "// import { Hono } from 'hono';\n/* import x from 'dexie'; */\nconst url = 'https://hono.dev';"],
  ])('lets pass what belongs: %s', (path, text) => {
    expect(rulesFor(path, text)).toEqual([]);
  });

  it.each([
    ['contract/x.ts', "import { eq } from 'drizzle-orm';", /only zod/],
    ['contract/x.ts', "import { api } from '../worker/api';", /only contract/],
    ['worker/invoke.ts', "import { handlers } from '../gateway/api/handlers';", /worker imports only/],
    ['worker/sync/x.ts', "import Dexie from 'dexie';", /Dexie/],
    ['gateway/domain/x/service.ts', "import { invoke } from '../../../worker/invoke';", /gateway imports only/],
    ['gateway/domain/x/service.ts', "import {\n  and,\n  eq,\n} from 'drizzle-orm';", /drizzle/],
    ['gateway/domain/x/service.ts', "import type { Context } from 'hono';", /Hono/],
    ['gateway/domain/x/service.ts', "export { sealed } from '../../http/door-answer';", /below gateway\/http/],
    ['gateway/domain/x/deep/service.ts', "export * from '../../../http/door-answer';", /below gateway\/http/],
    ['src/pages/home/index.tsx', "import type { WorkerApi } from '../../../worker/api';", /only through src\/bridge/],
    ['src/bridge/worker.ts', "import { api } from '../../worker/api';", /only the types/],
    ['src/bridge/worker.ts', "import type { Row } from '../../worker/cache/rows';", /only the types/],
    ['src/pages/home/index.tsx', "import { wrap } from 'comlink';", /Comlink/],
    ['src/pages/home/index.tsx', "const load = () => import('comlink');", /Comlink/],
    ['src/pages/home/index.tsx', "import 'crypto-js/aes';", /crypto/],
    ['src/pages/home/index.tsx', "import { x } from '../../../gateway/app';", /src imports only/],
    ['worker/x.ts', "import React from 'react';", /React/],
    ['src/money/x.ts', "import { useLast } from '../pages/read/useLast';", /src\/money imports no page/],
    ['src/pages/x.ts', "import { useMoneyCalls } from '../bridge/useMoneyCalls';", /through src\/money/],
    ['src/pages/x.ts', "import { useDraft } from '../bridge/useDraft';", /src\/money\/useTyped/],
  ])('catches a planted violation: %s %s', (path, text, rule) => {
    const found = rulesFor(path, text);
    expect(found.length).toBeGreaterThan(0);
    expect(found.join('\n')).toMatch(rule);
  });

  it('names the line', () => {
    const [violation] = findViolations([{ path: 'contract/x.ts', text: "\n\nimport {\n  a,\n} from 'hono';\n" }]);
    expect(violation).toMatchObject({ path: 'contract/x.ts', line: 5, imported: 'hono' });
  });
});

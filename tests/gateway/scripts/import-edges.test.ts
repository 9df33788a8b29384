import { describe, expect, it } from 'vitest';
import { findCircles } from '../../../scripts/support/import-circles';
import { findViolations } from '../../../scripts/support/import-edges';

const rulesFor = (path: string, text: string) => findViolations([{ path, text }]).map(({ rule }) => rule);

describe('import edges', () => {
  it.each([
    ['contract/x.ts', "import { eq } from 'drizzle-orm';", /only zod/],
    ['contract/x.ts', "import { api } from '../worker/api';", /only contract/],
    ['worker/invoke.ts', "import { handlers } from '../gateway/api/handlers';", /worker imports only/],
    ['worker/sync/x.ts', "import Dexie from 'dexie';", /Dexie/],
    ['worker/sync/x.ts', "import { Dexie } from 'dexie/dist/modern/dexie.min.mjs';", /Dexie/],
    ['gateway/domain/x/service.ts', "import { invoke } from '../../../worker/invoke';", /gateway imports only/],
    ['gateway/domain/x/service.ts', "import {\n  and,\n  eq,\n} from 'drizzle-orm';", /drizzle/],
    ['gateway/domain/x/service.ts', "import type { Context } from 'hono';", /Hono/],
    ['gateway/domain/x/service.ts', "export { sealed } from '../../http/door-answer';", /below gateway\/http/],
    ['gateway/domain/x/deep/service.ts', "export * from '../../../http/door-answer';", /below gateway\/http/],
    ['gateway/domain/deposits/watch.ts', "import { send } from '../withdrawals/send';", /not the other way round/],
    ['gateway/domain/identity/users/x.ts', "import { openSession } from '../sessions/sessions';", /rooms before it/],
    ['gateway/domain/identity/users/x.ts', "import { purgeIdentity } from '../purge';", /rooms before it/],
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
    ['src/app/x.ts', "import { rehearse } from '../start/rehearse';", /by its indexes/],
    ['src/pages/home/x.ts', "import { keepPicture } from '../../start/picture/keep';", /by its indexes/],
    ['src/start/idle.ts', "import { bridge } from '../bridge/bridge';", /knows no screen/],
    ['gateway/ledger/x.ts', "import type { Deps } from '../domain/call-context';", /never imports a domain/],
    ['src/components/X.tsx', "import { paths } from '../app/paths';", /never import the app/],
    ['src/components/X.tsx', "import { fiatText } from '../pages/trade/fiat';", /never import the app/],
    ['src/pages/x.ts', "import { useDraft } from '../bridge/useDraft';", /src\/money\/useTypedValues/],
  ])('catches a planted violation: %s %s', (path, text, rule) => {
    const found = rulesFor(path, text);
    expect(found.length).toBeGreaterThan(0);
    expect(found.join('\n')).toMatch(rule);
  });

  it("catches an import of another page's inside, and lets pass its index and what is no page", () => {
    const routes = {
      path: 'src/routes.tsx',
      text: "const table = { home: { load: () => import('./pages/home/Home') } };",
    };
    const from = (path: string, imported: string) =>
      findViolations([routes, { path, text: `import { x } from '${imported}';` }]).map(({ rule }) => rule);
    expect(from('src/pages/assets/Assets/index.tsx', '../../home/Home/Hero')).toEqual([
      "a page never imports another page's inside",
    ]);
    expect(from('src/pages/home/part.tsx', './Home/Hero')).toHaveLength(1);
    expect(from('src/pages/home/Home/index.tsx', './Hero')).toEqual([]);
    expect(from('src/pages/assets/Assets/index.tsx', '../../home/Home')).toEqual([]);
    expect(from('src/pages/assets/Assets/index.tsx', '../../home/part')).toEqual([]);
  });
});

describe('circles of imports', () => {
  const circlesOf = (files: Record<string, string>) =>
    findCircles(Object.entries(files).map(([path, text]) => ({ path, text })));

  it('are found by values, types and parts that are loaded later', () => {
    expect(circlesOf({ 'a.ts': "import './b';", 'b.ts': "import type { A } from './a';" })).toEqual([['a.ts', 'b.ts']]);
    expect(circlesOf({ 'a.ts': "const b = () => import('./b');", 'b.ts': "export * from './a';" })).toEqual([
      ['a.ts', 'b.ts'],
    ]);
    expect(circlesOf({ 'src/a.ts': "import './b';", 'src/b/index.ts': "import '../a';" })).toHaveLength(1);
  });
});

/** Tests that need a database and no chain of their own share one database: opening it costs more than all their work with it. */
import { afterAll, beforeAll, describe } from 'vitest';
import { openDatabase } from '../../../gateway/db/client';
import { createMigrated } from '../support/database';
import { openDepositWorld, type SharedWorld } from './deposit-world';
import { endpointTests } from './endpoints';
import { modelTests } from './model';
import { addressTests, tronTests } from './tron';

describe('the scanner', () => {
  const shared = {} as SharedWorld;
  beforeAll(async () => {
    shared.world = await openDepositWorld(await openDatabase((await createMigrated()).config));
  });
  afterAll(() => shared.world.deps.db.close());

  endpointTests(shared);
  modelTests(shared);
  tronTests(shared);
});

addressTests();

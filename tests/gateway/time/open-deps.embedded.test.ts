/** A gateway process judges its clock by the time that an earlier start saw. */
import { expect, it } from 'vitest';
import type { MachineClocks } from '../../../gateway/adapters/steady-clock';
import { readEnvironment } from '../../../gateway/environment';
import { openDeps } from '../../../gateway/open-deps';
import { layDatabaseInto } from '../../support/database-image';
import { madeFolder } from '../../support/made-folder';
import { testMachine } from './machine';

const DAY_MS = 86_400_000;

it('a start with a clock that is 200 days off is noticed, and one that is right is not', async () => {
  const varDir = madeFolder('clock');
  await layDatabaseInto(varDir);
  const environment = readEnvironment({ VAR_DIR: varDir, DEMO: '0', LOG_LEVEL: 'silent' });
  const started = async (machine: MachineClocks) => {
    const { deps, close } = await openDeps(environment, machine);
    const doubt = deps.clock.doubt?.() ?? null;
    await close();
    return doubt;
  };
  const wall = Date.now();
  expect(await started(testMachine(wall))).toBeNull();
  expect(await started(testMachine(wall + 200 * DAY_MS))).toBe('after-mark');
  expect(await started(testMachine(wall + DAY_MS))).toBeNull();
});

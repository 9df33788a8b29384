/**
 * Two pages of one phone, and whatever may happen to them, in any order. After every act: each balance shown was one that the
 * gateway had, for the account named beside it, and on a page that is well and online none that was superseded more than 10 s
 * before; after a log-out nothing is left. At the end of a sequence: no money moved without a confirmation of exactly those
 * figures, and each page shows the newest balance. `npm run test:all` has 6 sequences: 5 fixed ones that together
 * have every act, and a random one; `npm run test:long` has 500.
 */
import * as fc from 'fast-check';
import { IS_LONG, SEED, sequences, settingsOfRun } from '../support/seed';
import { expect, test } from './support/app';
import { openLine } from './support/line';
import { anyAct, EACH_ACT, namesOf, type Act } from './support/two-pages/acts';
import { Phone } from './support/two-pages/phone';
import { World } from './support/two-pages/world';

const SEQUENCES = Math.max(EACH_ACT.length, sequences(6, 500));
/** A failed sequence is made shorter by so many more runs. */
const SHRINKS = IS_LONG ? 20 : 0;
/** Limit for a sequence that hangs: a busy machine takes no longer. */
const SEQUENCE_MS = 60_000;

// Nobody acts as fast as this test, which also asks the gateway for the truth after each act.
test.use({ gatewayEnv: { CALLS_PER_MINUTE: '1000000', LOCAL_CHAIN: '0' } });

test('two pages, one phone: whatever happens, figures are true and money is confirmed', async ({
  browser,
  gateway,
}, info) => {
  info.setTimeout((SEQUENCES + SHRINKS) * SEQUENCE_MS);
  const line = await openLine(gateway.origin);
  const context = await browser.newContext();
  const world = new World(gateway, await Phone.open(context, line));
  let failures = 0;
  let triesLeft = SHRINKS;
  const property = fc.asyncProperty(fc.array(anyAct, { minLength: 4, maxLength: IS_LONG ? 8 : 6 }), async (acts) => {
    // Shorter ones that were not run count as passed, so that the search ends.
    if (failures > 0 && triesLeft-- <= 0) return;
    try {
      await world.begin();
      await world.run(acts);
    } catch (error) {
      failures += 1;
      throw error;
    }
  });
  const details = await fc.check(property, {
    seed: SEED,
    numRuns: SEQUENCES,
    examples: EACH_ACT.map((acts): [Act[]] => [[...acts]]),
    endOnFailure: SHRINKS === 0,
  });
  if (details.failed) {
    const acts = (details.counterexample?.[0] ?? []).map((act) => JSON.stringify(act)).join('\n  ');
    const said = details.errorInstance instanceof Error ? details.errorInstance.message : '';
    const again = `${settingsOfRun()} npx playwright test two-pages`;
    throw new Error(`${said}\n\nThe acts:\n  ${acts}\n\nTo repeat: ${again}`, { cause: details.errorInstance });
  }
  expect(world.judged, `${settingsOfRun()}: balances that were superseded on a page`).toBeGreaterThan(0);
  expect([...world.happened].sort(), `${settingsOfRun()}: every act happened`).toEqual(namesOf(EACH_ACT).sort());
  world.phone.close();
  await context.close();
  await line.close();
});

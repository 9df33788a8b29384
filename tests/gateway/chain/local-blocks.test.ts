/** The local test network's blocks: whatever is paid while it makes one is confirmed by those that follow. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAnvil } from '../../../gateway/adapters/chain/anvil';
import { createLocalNetwork, type LocalNetwork } from '../../../gateway/adapters/chain/local-network';
import { createLogger } from '../../../gateway/adapters/log';
import { madeFolder } from '../../support/made-folder';
import { IS_LONG } from '../../support/seed';
import { SLOW_MS, until } from '../support/until';

const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CONFIRMATIONS = 3;
const PAYMENTS = IS_LONG ? 15 : 4;

let network: LocalNetwork;

beforeAll(() => {
  network = createLocalNetwork({
    program: findAnvil() ?? 'anvil',
    folder: madeFolder('local-blocks'),
    secret: new Uint8Array(32).fill(7),
    log: createLogger('silent'),
    blockMs: () => Promise.resolve(0),
  });
  network.start();
});
afterAll(() => network.stop());

const head = async () => (await network.chain.readers[0]?.head())?.number ?? 0;
const pay = async () => (await network.chain.pay?.(PAYEE, 1n)) ?? '';
/** The block that a payment came into. */
const paid = async () => {
  const txId = await pay();
  const receipt = await until(
    async () => network.chain.readers[0]?.receipt(txId),
    (found) => Boolean(found),
    0,
  );
  return receipt?.blockNumber ?? NaN;
};

it(
  'a payment that comes with the last of the blocks that follow another one has three blocks after it',
  async () => {
    await until(
      () => pay().catch(() => ''),
      (txId) => txId !== '',
    );
    for (let payment = 0; payment < PAYMENTS; payment += 1) {
      const first = await paid();
      // The last of the blocks that confirm it is about to be made.
      await until(head, (number) => number >= first + CONFIRMATIONS - 1, 0);
      const second = await paid();
      const confirmedAt = await until(head, (number) => number >= second + CONFIRMATIONS, 5);
      expect(confirmedAt).toBe(second + CONFIRMATIONS);
    }
  },
  SLOW_MS,
);

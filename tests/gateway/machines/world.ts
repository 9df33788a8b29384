/** Machines on sale, buyers and receipts, for tests of machines. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { distributeOutput } from '../../../gateway/jobs/mining';
import { creditIncomes } from '../../../gateway/jobs/income';
import { DAY_MS, openGatewayWorld, TRADE_PASSWORD, type GatewayWorld, type Person } from '../world';
import type { DatabaseFixture } from '../support/database';
import { act, actAsTwo } from '../support/operators';

export interface MachineWorld extends GatewayWorld {
  /** Runs an operator's command with the second one's approval. @returns its data */
  command(name: string, input: object): Promise<unknown>;
  /** The sentence with which a command is refused. */
  refusedCommand(name: string, input: object): Promise<string>;
  /** A new model on sale. */
  model(terms?: object): Promise<string>;
  tickets(who: Person, count: number): Promise<void>;
  /** Buys it as it is now. */
  buy(who: Person, id: string, tickets?: number): Promise<{ id: string; price: string }>;
  version(who: Person, id: string): Promise<number>;
  /** Records the receipts of the day before today. */
  record(receipts: string): Promise<unknown>;
  /** Passes one day. */
  nextDay(): void;
  /** Distributes what was recorded, and credits it. */
  settle(): Promise<void>;
}

let models = 0;

export async function openMachineWorld(fixture: DatabaseFixture): Promise<MachineWorld> {
  const world = await openGatewayWorld(fixture.database);
  const { deps } = world;
  const command = async (name: string, input: object) => {
    const reply = await actAsTwo(deps, name, input);
    expect(reply).toMatchObject({ ok: true });
    return (reply as { data: unknown }).data;
  };
  const version = async (who: Person, id: string) => (await world.call(who, 'machineInfo', { id })).model.version;
  return {
    ...world,
    command,
    version,
    async refusedCommand(name, input) {
      const reply = await act(deps, name, input);
      if (reply.ok) throw new Error(`${name} was not refused`);
      return reply.message;
    },
    async model(terms = {}) {
      const id = `m${(models += 1)}`;
      const usual = {
        hashrate: 10,
        price: '200',
        tickets: 20,
        payments: 'usdt,tickets,both',
        termDays: 365,
        stock: 1_000,
      };
      await command('machine put', { id, ...usual, ...terms });
      return id;
    },
    tickets: async (who, count) =>
      void (await command('ticket grant', { user: who.userId, count, reason: 'Welcome', runId: randomUUID() })),
    async buy(who, id, tickets = 0) {
      const input = { id, version: await version(who, id), tickets, tradePassword: TRADE_PASSWORD };
      return (await world.call(who, 'buyMachine', input)).machine;
    },
    record: (receipts) =>
      command('mining record', {
        day: new Date(world.time.now - DAY_MS).toISOString().slice(0, 10),
        receipts,
        evidence: { transaction: '0xabc' },
      }),
    nextDay: () => void (world.time.now += DAY_MS),
    async settle() {
      await distributeOutput(deps);
      await creditIncomes(deps);
    },
  };
}

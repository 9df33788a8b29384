/** A property that fails tells the command that fails the same way, and one variable makes the model tests long. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SEED, sequences } from '../../support/seed';

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it did not fail');
}

describe('a property (of any test)', () => {
  it('starts from the seed of the run, and tells how to run it "again"', () => {
    const message = messageOf(() => fc.assert(fc.property(fc.nat(), (n) => n < 5)));
    expect(message).toContain(`{ seed: ${SEED},`);
    expect(message).toContain('Counterexample: [5]');
    expect(message).toMatch(
      /\nTo repeat: SEED=\d+ (\w+=\d+ )*npx vitest run tests\/gateway\/scripts\/seed\.test\.ts -t "/,
    );
    const [, pattern = ''] = / -t "(.*)"$/.exec(message) ?? [];
    expect('a property (of any test) starts from the seed of the run, and tells how to run it "again"').toMatch(
      new RegExp(`^${pattern}$`),
    );
  });

  it('tells it of one that waits, too', async () => {
    const failing = fc.assert(fc.asyncProperty(fc.nat(), (n) => Promise.resolve(n < 5)));
    await expect(failing).rejects.toThrow(/To repeat: SEED=\d+ /);
  });
});

describe('how many sequences a model test has', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is what the test says, or what SEQUENCES says', () => {
    vi.stubEnv('SEQUENCES', '');
    if (process.env['TEST_LONG'] !== '1') expect(sequences(12)).toBe(12);
    vi.stubEnv('SEQUENCES', '40');
    expect(sequences(12)).toBe(40);
    vi.stubEnv('SEQUENCES', 'many');
    expect(() => sequences(12)).toThrow('SEQUENCES is not a whole number: many');
  });
});

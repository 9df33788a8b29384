/** Backup and restore as an operator runs them. */
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkMark } from '../../../gateway/domain/withdrawals/mark';
import { readEnvironment } from '../../../gateway/environment';
import { openDeps } from '../../../gateway/open-deps';
import { madeFolder } from '../../support/made-folder';
import { openGatewayWorld } from '../world';
import { databaseKind } from '../support/database';
import { maintain } from '../support/maintenance';
import { SLOW_MS } from '../support/until';
import { everything, place, populate, SECRET, type Place } from './installation';

const operator = ({ env }: Place, line: string[], more: Record<string, string> = {}) =>
  maintain({ ...env, ...more }, line);

describe('a backup', () => {
  let from: Place;
  let to: Place;
  /** Of what `from` holds. */
  let file: string;
  let path: string;
  let before: Record<string, string>;

  beforeAll(async () => {
    [from, to] = [await place(databaseKind(), true), await place(databaseKind(), false)];
    path = await populate(from);
    before = await everything(from);
    file = join(from.varDir, 'rab.backup');
  }, SLOW_MS);
  afterAll(async () => {
    await from.drop();
    await to.drop();
  });

  it('is one new file that shows nothing of what it holds, and changes nothing', async () => {
    expect(await operator(from, ['backup', file], { BACKUP_PASSPHRASE: 'short' })).toMatchObject({ code: 2 });
    expect(existsSync(file)).toBe(false);
    expect(await operator(from, ['backup', file])).toMatchObject({ code: 0, err: '' });
    const again = await operator(from, ['backup', file]);
    expect(again).toMatchObject({ code: 2, err: expect.stringMatching(/replaces nothing/) });
    for (const word of ['passport', 'user_cash']) expect(readFileSync(file).includes(word)).toBe(false);
    expect(await everything(from)).toEqual(before);
  });

  const flipped = (fromEnd: number) => (copy: string) => {
    const bytes = readFileSync(copy);
    bytes[bytes.length - fromEnd]! ^= 1;
    writeFileSync(copy, bytes);
  };
  it.each<[string, string[], number, RegExp, (copy: string) => void]>([
    ['has a changed byte', ['restore', '--check'], 1, /damaged/, flipped(500)],
    ['has another last byte', ['restore'], 1, /damaged/, flipped(3)],
    ['is cut', ['restore'], 1, /./, (copy) => truncateSync(copy, readFileSync(copy).length - 100)],
    ['is longer', ['restore', '--check'], 1, /./, (copy) => writeFileSync(copy, 'x', { flag: 'a' })],
    ['is no backup', ['restore', '--check'], 2, /./, (copy) => writeFileSync(copy, 'hello, this is no backup file')],
  ])('that %s is refused, and leaves nothing behind', async (_what, line, code, message, spoil) => {
    const copy = join(from.varDir, `copy-${randomUUID()}`);
    copyFileSync(file, copy);
    spoil(copy);
    const refused = { code, err: expect.stringMatching(message) };
    expect(await operator(to, [...line, copy])).toMatchObject(refused);
    expect(readdirSync(to.varDir).filter((name) => name !== 'db.lock')).toEqual([]);
  });

  it('opens with its passphrase only', async () => {
    const other = await operator(to, ['restore', '--check', file], { BACKUP_PASSPHRASE: 'another passphrase' });
    expect(other).toMatchObject({ code: 1, err: expect.stringMatching(/passphrase is not this backup/) });
  });

  it(
    'is restored into an empty installation, where payouts are halted and numbers go on',
    { timeout: SLOW_MS },
    async () => {
      expect(await operator(to, ['restore', file])).toMatchObject({ code: 0, err: '' });
      expect(await everything(to)).toEqual(before);
      const again = await operator(to, ['restore', file]);
      expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/not empty/) });
      const { deps, close } = await openDeps(readEnvironment(to.env));
      try {
        expect(Buffer.from(await deps.files.read(path)).toString()).toBe('a passport');
        expect(await checkMark(deps)).toBe('restored');
        const { rows } = await deps.db.pool.query('SELECT cause FROM withdrawal_halts WHERE ended_at IS NULL');
        expect(rows).toEqual([{ cause: 'restored' }]);
        const world = await openGatewayWorld(deps.db);
        await world.place(await world.person(), '250');
      } finally {
        await close();
      }
    },
  );

  it('is not begun with another secret, and leaves no partial file', async () => {
    writeFileSync(join(from.varDir, 'secret'), new Uint8Array(32).fill(9));
    const folder = madeFolder('out');
    const partial = join(folder, 'rab.backup');
    const refused = await operator(from, ['backup', partial]);
    expect(refused).toMatchObject({ code: 3, err: expect.stringMatching(/another secret/) });
    writeFileSync(join(from.varDir, 'secret'), SECRET);
    // Amid the files one that cannot be read.
    const shelf = join(from.varDir, 'uploads', '00');
    mkdirSync(join(shelf, '00000000-0000-4000-8000-000000000000.png'), { recursive: true });
    expect((await operator(from, ['backup', partial])).code).not.toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });
});

/** The operator's command line as a process: enrolment as README shows it, beside the running gateway and without one. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layDatabaseInto } from '../../support/database-image';
import { startGateway, type GatewayProcess } from '../../support/gateway-process';
import { madeFolder } from '../../support/made-folder';
import { SLOW_MS } from '../support/until';

const PROGRAM = ['--liftoff-only', 'node_modules/.cache/rab/gateway/operator.js'];

describe("the operator's command line", () => {
  const varDir = madeFolder('operators');
  let gateway: GatewayProcess;
  const run = (line: readonly string[], env: Record<string, string> = {}) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const given = { ...process.env, VAR_DIR: varDir, OPERATOR_PASSPHRASE: 'correct horse', ...env };
      const child = execFile(process.execPath, [...PROGRAM, ...line], { env: given }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
      child.stdin?.end();
    });
  const code = () => /--code ([A-Z2-9-]{23})/.exec(gateway.output())?.[1] ?? '';

  beforeAll(async () => {
    await layDatabaseInto(varDir);
    gateway = await startGateway({ from: 'bundle', varDir, env: { SERVE_APP: '0', DEMO: '0' } });
  }, SLOW_MS);
  afterAll(() => gateway.stop());

  it(
    'enrols the first operator by the code that the gateway printed, and keeps the key encrypted',
    async () => {
      expect(await run(['config', 'list'])).toMatchObject({ code: 4, err: expect.stringMatching(/no operator's key/) });
      expect(readFileSync(join(varDir, 'operator-code'), 'utf8').trim()).toBe(code());
      const enrol = ['operator', 'enrol', '--name', 'ann', '--code', code()];
      const short = await run(enrol, { OPERATOR_PASSPHRASE: 'short' });
      expect(short).toMatchObject({ code: 4, err: expect.stringMatching(/at least 8/) });
      expect(await run(enrol)).toMatchObject({ code: 0 });
      expect(existsSync(join(varDir, 'operator-code'))).toBe(false);
      expect(statSync(join(varDir, 'operator-key.pem')).mode & 0o777).toBe(0o600);
      expect(await run(['config', 'get', 'app.timeZone'])).toMatchObject({ code: 0, out: '"Asia/Shanghai"\n' });
      expect(await run(['config', 'get', 'app.timeZone'], { OPERATOR_PASSPHRASE: '' })).toMatchObject({
        code: 4,
        err: expect.stringMatching(/no terminal to ask/),
      });
    },
    SLOW_MS,
  );

  it(
    'enrols a second one by their public key; without a gateway the same checks hold',
    async () => {
      const key = ['--key', join(varDir, 'bob.pem')];
      const { out } = await run(['--json', ...key, 'operator', 'keygen']);
      const { publicKey } = (JSON.parse(out) as { data: { publicKey: string } }).data;
      const refused = { code: 4, err: expect.stringMatching(/enrol it first/) };
      expect(await run([...key, 'config', 'list'])).toMatchObject(refused);
      await gateway.stop();
      expect(await run([...key, 'config', 'list'])).toMatchObject(refused);
      expect(await run(['operator', 'enrol', '--name', 'bob', '--public-key', publicKey])).toMatchObject({ code: 0 });
      expect(await run(['audit', 'verify'])).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^All \d+ rows/),
        err: '',
      });
    },
    SLOW_MS,
  );
});

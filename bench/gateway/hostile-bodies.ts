/** Hostile bodies: the longest time for which one of them keeps everybody else waiting, beside an ordinary envelope of 64 KiB. */
import { DEFAULT_PROFILE, UPLOAD_URI } from '../../contract/envelope';
import type { Database } from '../../gateway/db/client';
import { sealForm } from '../../tests/support/envelope-client';
import { CONFIG_CALL, openTestGateway } from '../../tests/gateway/http/test-gateway';
import { compare, type Comparison, type Rounds, type Side } from '../measure';

const MIB = 1024 * 1024;
/** A hostile body may hold the event loop as long as this many ordinary ones. */
const ALLOWED = 3;

/** The longest time, ms, for which nothing else had a turn while `work` ran. */
async function longestHoldMs(work: () => Promise<unknown>): Promise<number> {
  let [longest, last, isRunning] = [0, performance.now(), true];
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isRunning = false;
  return Math.max(longest, performance.now() - last);
}

const filled = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / unit.length)).slice(0, bytes);

/** @param database a migrated database */
export async function compareHostileBodies(database: Database, rounds: Rounds): Promise<Comparison[]> {
  const gateway = await openTestGateway(database, { callsPerMinute: 1_000_000 });
  const { token } = await gateway.login();
  const { gatewayId, uploadId } = DEFAULT_PROFILE;
  const FORM = 'application/x-www-form-urlencoded';
  const side = (name: string, door: string, type: string, body: () => string, factor = 1): Side => ({
    name,
    async round() {
      const text = body();
      const headers = { lang: 'EN', authorization: token, 'content-type': type };
      const post = async () => gateway.app.request(`/api/${door}`, { method: 'POST', body: text, headers });
      return factor * (await longestHoldMs(post));
    },
  });
  const sealed = (call: unknown) => sealForm(call, gateway.time.now).toString();
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0]));
  const ordinary = () => sealed({ ...CONFIG_CALL, params: { text: 'x'.repeat(44_000) } });
  const fields = () => [...sealForm({ method: 'POST', uri: UPLOAD_URI, headers: {}, params: {} }, gateway.time.now)];
  const part = (disposition: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
  const upload = (rest: string) =>
    fields()
      .map(([name, value]) => part(`name="${name}"`, value))
      .join('') + rest;
  const MULTIPART = 'multipart/form-data; boundary=x';
  return compare(
    'event loop held',
    'ms',
    [side(`${ALLOWED} ordinary envelopes of 64 KiB`, gatewayId, FORM, ordinary, ALLOWED)],
    [
      side('11.5 MB of tiny file parts', uploadId, MULTIPART, () =>
        upload(filled(part('name="file"; filename="a"', ''), 11.5 * MIB)),
      ),
      side('11.5 MB of part headers', uploadId, MULTIPART, () => upload(`--x\r\n${filled('X-A: b\r\n', 11.5 * MIB)}`)),
      side('1 MiB of ampersands', gatewayId, FORM, () => filled('a&', MIB)),
      side('70,000 unknown keys', gatewayId, FORM, () => sealed({ ...CONFIG_CALL, params: keys(70_000) })),
    ],
    rounds,
  );
}

/**
 * The inputs of every released version's app are still taken, and it is still told the fields that it reads; the answers of that
 * version's gateway are understood by today's app, also with fields that it does not know (docs/rules.md §11).
 * tests/support/traffic.ts records it.
 */
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { APP_VERSION } from '../../../contract/app-version';
import { calls } from '../../../contract/index';
import { exact } from '../../../gateway/http/exact';
import { recordedTraffic } from '../../support/traffic';
import { withUnknownFields } from '../support/newer-gateway';

const traffic = recordedTraffic();

test('there is traffic of today’s version', () => {
  expect(traffic.map(({ version }) => version)).toContain(APP_VERSION);
});

describe.each(traffic)('the app of $version', ({ calls: recorded }) => {
  test.each(Object.entries(recorded))(
    'makes and reads %s as today’s do',
    (_name, { method, uri, params, code, body }) => {
      // The version may have known it by another name, while method and uri never change.
      const call = Object.values(calls).find((one) => one.method === method && one.uri === uri);
      if (!call) throw new Error(`no call answers ${method} ${uri}`);
      expect(z.safeParse(call.input, params)).toMatchObject({ success: true });
      if (code !== 200) return;
      expect(z.safeParse(exact(call.output), body)).toMatchObject({ success: true });
      expect(z.parse(call.output, withUnknownFields(body))).toEqual(z.parse(call.output, body));
    },
  );
});

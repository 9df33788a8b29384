/**
 * Recorded traffic: what the app of one version sends for each call of the registry, and what its gateway answered, in
 * `tests/traffic/<version>.json`. Recorded when a version is about to be published, and never again once it is:
 * `RECORD_TRAFFIC=1 npx vitest run --project worker tests/worker/gateway/registry.test.ts`
 * From then on a new field of an input or output is optional, and none goes, until `app.leastVersion` has passed that version by and
 * its file is deleted.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_VERSION } from '../../contract/app-version';
import type { Method } from '../../contract/call';

const FOLDER = join(import.meta.dirname, '../traffic');

export interface RecordedCall {
  method: Method;
  uri: string;
  params: Record<string, unknown>;
  /** Number of the envelope's answer. */
  code: number;
  body: unknown;
}

export interface Traffic {
  version: string;
  calls: Record<string, RecordedCall>;
}

export const isRecording = process.env['RECORD_TRAFFIC'] === '1';

/** Rows of a list that are kept; one more would show nothing new. */
const ROWS = 3;
/** Pictures are cut; nothing else is as long. */
const MAX_TEXT = 300;
const AT = 1_795_000_000_000;

/** Takes out the parts that differ from one recording to the next: moments, and random ids, tokens and addresses. */
function normaliser(): (value: unknown) => unknown {
  const known = new Map<string, string>();
  const same = (text: string, make: (digits: string) => string) => {
    const made = known.get(text) ?? make(String(known.size + 1));
    known.set(text, made);
    return made;
  };
  const ofText = (text: string): string => {
    if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
      return same(text, (digits) => `00000000-0000-4000-8000-${digits.padStart(12, '0')}`);
    if (/^[A-Za-z0-9_-]{43}$/.test(text)) return same(text, (digits) => digits.padStart(43, '0'));
    return text.slice(0, MAX_TEXT);
  };
  return function normal(value): unknown {
    if (typeof value === 'string') return ofText(value);
    if (typeof value === 'number') return value > 1_000_000_000_000 ? AT : value;
    if (Array.isArray(value)) return value.slice(0, ROWS).map(normal);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, normal(part)]));
  };
}

/** Writes the traffic of today's version. A call that was recorded under a former name keeps it: apps of the version say it. */
export function writeTraffic(recorded: Record<string, RecordedCall>): void {
  const before = recordedTraffic().find(({ version }) => version === APP_VERSION)?.calls ?? {};
  const formerly = new Map(Object.entries(before).map(([name, { method, uri }]) => [method + uri, name]));
  const named = Object.entries(recorded).map(([name, call]) => [formerly.get(call.method + call.uri) ?? name, call]);
  const calls = normaliser()(Object.fromEntries(named)) as Traffic['calls'];
  const traffic: Traffic = { version: APP_VERSION, calls };
  writeFileSync(join(FOLDER, `${APP_VERSION}.json`), `${JSON.stringify(traffic, null, 1)}\n`);
}

/** The traffic of every version that was released. */
export function recordedTraffic(): Traffic[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Traffic);
}

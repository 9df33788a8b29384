/**
 * `clock status` tells the doubts about the clock; `clock accept` takes the operators' word that it is right (docs/rules.md §2).
 */
import * as z from 'zod/mini';
import { doubtOf } from '../adapters/clock';
import { TOLERANCE_MS } from '../adapters/steady-clock';
import { acceptTime, readMark } from '../domain/time/mark-repo';
import { defineCommand, OperatorError } from './command';

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export const clockStatus = defineCommand({
  name: 'clock status',
  description: 'what is doubted about it; exit code 1 when anything is',
  audited: 'looked at the clock',
  options: [],
  role: 'support',
  schema: z.strictObject({}),
  async run(tx, _input, now, { clock }) {
    const { seenAt, acceptedAt, databaseNow } = await readMark(tx);
    const doubt = doubtOf(clock);
    const data = {
      doubt,
      now: iso(now),
      machine: iso(clock.machine?.() ?? now),
      database: iso(databaseNow),
      lastSeen: iso(seenAt),
      lastAccepted: iso(acceptedAt),
    };
    return {
      lines: Object.entries(data).map(([key, value]) => `${key}\t${value ?? '–'}`),
      data,
      failed: doubt !== null,
      subject: null,
      detail: { doubt },
    };
  },
});

export const clockAccept = defineCommand({
  name: 'clock accept',
  description: 'it is right as it is, after a jump or a long pause; beside PostgreSQL two operators',
  audited: 'accepted the clock',
  options: [{ flags: '--reason <text>', text: 'why; kept in the audit', required: true }],
  role: 'admin',
  // On a database for trying out there may be nobody else.
  needsSecond: (_tx, _input, _now, { db }) => db.kind === 'postgres',
  schema: z.strictObject({ reason: z.string().check(z.trim(), z.minLength(1, 'must say why'), z.maxLength(200)) }),
  async run(tx, { reason }, now, { clock, db }) {
    // The machine's own time: the operator's clock was compared with it when the command was admitted.
    const time = clock.machine?.() ?? now;
    const { seenAt, databaseNow } = await readMark(tx);
    if (db.kind === 'postgres' && Math.abs(databaseNow - time) > TOLERANCE_MS) {
      throw new OperatorError(
        'state',
        `it is ${iso(time)} here and ${iso(databaseNow)} in the database: set the clocks`,
      );
    }
    await acceptTime(tx, time);
    return {
      lines: [`${iso(time)} is right: gateways whose clock says so go on within seconds`],
      data: { accepted: iso(time), before: iso(seenAt) },
      subject: null,
      detail: { accepted: iso(time), before: iso(seenAt), reason },
    };
  },
});

/** Messages between the test that plays a year and the process that serves it. */

/** One thing to do, at a time that the test chooses (UTC ms). Sent twice with the same `key`, it takes effect once. */
export type Order = { now: number; key: string } & (
  | { kind: 'prepare'; yieldPool: string }
  | { kind: 'register'; name: string; inviter: string | null; usdt: string; rab: string }
  | { kind: 'call'; who: string; name: string; input: Record<string, unknown> }
  /** `user` is put into the input as the id of whoever has that name. */
  | { kind: 'operator'; command: string; input: Record<string, unknown>; user?: string }
  | { kind: 'jobs' }
  | { kind: 'audit' }
);

/** `refused` is the code of a refusal, `failed` the text of anything else that went wrong. */
export type Outcome = { answer: unknown } | { refused: string } | { failed: string };

export type FromProcess = 'ready' | Outcome;

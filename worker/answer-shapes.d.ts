/** The build writes these (scripts/support/answer-shapes.ts): fingerprints of calls that keep answers, in their lists' order. */
declare const GUEST_SHAPES: string;
declare const MEMBER_SHAPES: string;
/** The build writes this (scripts/support/stale-calls.ts): the calls whose kept answers a call makes stale. */
declare const MEMBER_STALES: Readonly<Record<string, readonly string[]>>;

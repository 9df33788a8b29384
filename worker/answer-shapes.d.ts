/** Written by the build (scripts/support/answer-shapes.ts): fingerprints of the calls that keep answers, in the order of their lists. */
declare const GUEST_SHAPES: string;
declare const MEMBER_SHAPES: string;
/** Written by the build (scripts/support/stale-calls.ts): the calls whose kept answers a call makes stale. */
declare const MEMBER_STALES: Readonly<Record<string, readonly string[]>>;

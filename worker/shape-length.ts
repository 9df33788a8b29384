/** Characters of a call's fingerprint (scripts/support/answer-shapes.ts), 6 bits each. */
export const SHAPE_LENGTH = 4;

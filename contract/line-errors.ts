/**
 * Numbers of the refusals that the way to the gateway goes by. The worker has them from the start; the table of all codes
 * (errors.ts) comes later.
 */
export const LINE_ERROR_NUMBERS = {
  unauthorized: 401,
  'time-window': 4001,
  replayed: 4002,
  internal: 500,
  unavailable: 503,
} as const;

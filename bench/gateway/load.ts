/** A closed load: each client sends its next call when the last one is answered. */

/** @param client 0 … clients − 1 */
export type ClientCall = (client: number) => Promise<unknown>;

/** Calls completed per second by `clients` at once during `durationMs`, running ones counted to their end. */
export async function callsPerSecond(clients: number, durationMs: number, call: ClientCall): Promise<number> {
  let completed = 0;
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt >= durationMs;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (!isOver()) {
        await call(client);
        completed += 1;
      }
    }),
  );
  return (completed * 1_000) / (performance.now() - startedAt);
}

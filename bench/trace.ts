/** Reads from a Chromium trace what a page's main thread did. */

export const TRACE_CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline'];

interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  /** Wall-clock and processor time, µs. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/**
 * The longest task of a renderer's main thread, ms of processor time as slowed down: what other programs took of the
 * machine meanwhile does not count. A frame's work is one task or less. @throws Error when the trace has no task
 */
export function longestTaskMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ ph, name, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace has no tasks');
  return tasks.reduce((longest, { tdur, dur = 0 }) => Math.max(longest, (tdur ?? dur) / 1_000), 0);
}

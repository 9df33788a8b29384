/** Nobody types here: what waits until a person pauses (src/money/useQuote.ts, src/pages/records/useSearchText.ts) waits a moment. */
export const PAUSES_MS: readonly unknown[] = [250, 300];
const MOMENT_MS = 20;

/** Files may share a process: its timers are taught once. */
const timers = globalThis as { hasShortPauses?: boolean };

if (!timers.hasShortPauses) {
  timers.hasShortPauses = true;
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
    apply: (set, self, [callback, delayMs, ...given]: Parameters<typeof setTimeout>) =>
      Reflect.apply(set, self, [callback, PAUSES_MS.includes(delayMs) ? MOMENT_MS : delayMs, ...given]),
  });
}

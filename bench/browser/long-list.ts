/** In the page: functions that Playwright hands over as they are, so each has to be whole in itself. */

export interface FillSettings {
  workerUrl: string;
  pages: number;
  limit: number;
}

/** Asks a second worker of the app for page after page of the cash statement; it keeps them as the first one would. */
export async function fillCache({ workerUrl, pages, limit }: FillSettings): Promise<void> {
  const worker = new Worker(workerUrl, { type: 'module' });
  const waiting = new Map<string, (value: unknown) => void>();
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: string; value: unknown }>) => {
    waiting.get(data.id)?.(data.value);
    waiting.delete(data.id);
  });
  let count = 0;
  // Comlink's own messages: the page keeps its Comlink to itself.
  const call = (name: string, ...values: unknown[]): Promise<unknown> => {
    const id = `bench-${(count += 1)}`;
    const argumentList = values.map((value) => ({ type: 'RAW', value }));
    worker.postMessage({ id, type: 'APPLY', path: [name], argumentList }, []);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  await call('start', { origin: location.origin, lang: 'EN' });
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const input = { account: 'cash', limit, ...(cursor === undefined ? {} : { cursor }) };
    const answer = (await call('invoke', 'accountStatement', input)) as {
      ok: boolean;
      data?: { nextCursor: string | null };
    };
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    cursor = answer.data?.nextCursor ?? undefined;
  }
  worker.terminate();
}

/** Scrolls down a step a frame to a place, waiting where the list has to grow first. */
export async function scrollThrough({ toPx, stepPx }: { toPx: number; stepPx: number }): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let waitedFrames = 0;
  while (scrollY < toPx) {
    const before = scrollY;
    scrollBy(0, Math.min(stepPx, toPx - scrollY));
    await frame();
    waitedFrames = scrollY === before ? waitedFrames + 1 : 0;
    if (waitedFrames > 1_200) throw new Error(`the list ends at ${scrollY} px of ${toPx}`);
  }
}

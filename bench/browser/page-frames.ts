/** In the page: acts and looks frame by frame. */

/** A step is watched for so many more frames: the page may put part of it off to them, e.g. rows beyond the screen. */
const FRAMES_AFTER = 30;
export const DEADLINE_MS = 180_000;

export const frame = () => new Promise<number>(requestAnimationFrame);

/** Acts, and waits until it is done and drawn. Answers the longest time between two frames meanwhile, ms. */
export async function watch(act: () => void, isDone: () => boolean): Promise<number> {
  let before = await frame();
  const startedAt = before;
  let longest = 0;
  act();
  for (let framesAfter = 0; framesAfter < FRAMES_AFTER;) {
    const now = await frame();
    longest = Math.max(longest, now - before);
    before = now;
    if (isDone()) framesAfter += 1;
    else if (now - startedAt > DEADLINE_MS) throw new Error(`not done: ${act.toString()}`);
  }
  return longest;
}

/** Goes to a place of the app. Answers as `watch`. */
export const go = (hash: string, isThere: () => boolean) => watch(() => (location.hash = hash), isThere);

export function find<E extends Element>(selector: string, text = ''): E {
  const found = [...document.querySelectorAll<E>(selector)].find((element) => element.textContent.includes(text));
  if (!found) throw new Error(`no ${selector} with "${text}"`);
  return found;
}

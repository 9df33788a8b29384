/**
 * [Note: Upgrades] Opening a database has two seconds, since browsers have had databases that never answer. Once an upgrade of
 * the layout runs, the database does answer: the browser goes through all rows, and that takes as long as it takes (10 s for a
 * hundred thousand). Another tab that opens the database meanwhile waits silently, so an upgrade holds a Web Lock, which
 * others can see and which goes with a tab that dies. The page is told, and says so. Loaded when an opening is late.
 */
import type { WorkerEvent } from '../../contract/events';
import type { Environment } from '../environment';
import { atMost, upgradeLock } from './opening';

export interface LateOpening {
  name: string;
  environment: Pick<Environment, 'setTimer' | 'locks'>;
  emit: (event: WorkerEvent) => void;
}

/** Waits for as long as an upgrade runs, here or in another tab. Never throws. @returns whether the database has opened */
export async function upgraded(
  { name, environment: { setTimer, locks }, emit }: LateOpening,
  opening: Promise<unknown>,
  isUpgrading: () => boolean,
): Promise<boolean> {
  const isUpgradedElsewhere = async () =>
    locks?.request(upgradeLock(name), { mode: 'shared', ifAvailable: true }, async (free) => free === null);
  let isTold = false;
  let isOpen = false;
  let isOver = false;
  const over = (isGood: boolean) => () => {
    isOver = true;
    isOpen = isGood;
  };
  const ended = opening.then(over(true), over(false));
  // Lets an opening that has failed already report it before anything else is asked.
  await Promise.race([ended, null]);
  let wasRunning = false;
  while (!isOver) {
    const isRunning = isUpgrading() || (await isUpgradedElsewhere().catch(() => false));
    // After another tab's upgrade the opening gets its whole time once more.
    if (!isRunning && !wasRunning) break;
    wasRunning = isRunning ?? false;
    if (!isTold) emit({ type: 'upgrade', isRunning: true });
    isTold = true;
    await atMost(setTimer, ended);
  }
  if (isTold) emit({ type: 'upgrade', isRunning: false });
  return isOpen;
}

import { shapeConstants } from './answer-shapes';
import { staleConstants } from './stale-calls';

/** Every constant that the build writes into the worker: for whoever runs its source otherwise. Values are JSON. */
export function workerConstants(): Record<string, string> {
  return { ...shapeConstants(), ...staleConstants() };
}

/** The bare limit of `invoke`: a Comlink worker that answers what it was given before. */
import { expose } from 'comlink';

let held: unknown;

const echo = {
  hold(answer: unknown): void {
    held = answer;
  },
  /** As many arguments as `invoke`. */
  ask(_name: string, _input: unknown, _options: unknown): unknown {
    return held;
  },
};

export type Echo = typeof echo;

expose(echo);

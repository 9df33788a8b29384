/** No answer that passes the contract makes rendering throw: every screen, with answers made from the schemas of the calls that it asks. */
import { act, Component, type ReactNode } from 'react';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { calls, type CallName } from '../../../contract/index';
import { isDefined } from '../../../contract/call';
import { appHistory } from '../../../src/app/navigation';
import { paths } from '../../../src/app/paths';
import MandatoryNotices from '../../../src/app/shell/MandatoryNotices';
import { routesInside } from '../../../src/routes';
import { randomOf, SEED } from '../../support/seed';
import { answersOf } from '../../support/schema-samples';
import { FakeWorker, type Handlers } from '../pages/fake-worker';
import { install } from '../pages/support';
import { render, unmountAll } from '../support/render';

// happy-dom has not what DOMPurify needs; tests/e2e/content.spec.ts asks it in a browser.
vi.mock('../../../src/article/purity', () => ({ isPure: () => true }));

const ANSWERS_PER_SCREEN = 4;
/** Draw on a canvas, which happy-dom has not. */
const DRAWS = new Set(['markets', 'document', 'chooseLocation', 'openLocation', 'invite']);

const arbitraries = new Map<CallName, fc.Arbitrary<unknown>>();

function answerTo(name: CallName, seed: number): unknown {
  const arbitrary = arbitraries.get(name) ?? answersOf(calls[name].output);
  arbitraries.set(name, arbitrary);
  return fc.sample(arbitrary, { numRuns: 1, seed })[0];
}

const reads = (Object.keys(calls) as CallName[]).filter(
  (name) => isDefined(calls[name]) && calls[name].effect === 'read',
);

/** A gateway that answers each read with something that its schema lets through, the same for the same seed. */
function anyGateway(seed: number): { worker: FakeWorker; given: Map<string, unknown> } {
  const given = new Map<string, unknown>();
  const handlers = Object.fromEntries(
    reads.map((name, place) => [
      name,
      () => {
        const answer = answerTo(name, (seed + place) | 0);
        given.set(name, answer);
        return answer;
      },
    ]),
  );
  return { worker: new FakeWorker(handlers as Handlers), given };
}

/** Hears what rendering throws. */
class Ear extends Component<{ children: ReactNode; onError: (error: Error) => void }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override componentDidCatch(error: Error) {
    this.props.onError(error);
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

async function faultsOf(node: ReactNode, worker: FakeWorker): Promise<Error[]> {
  const faults: Error[] = [];
  install(worker);
  render(<Ear onError={(error) => faults.push(error)}>{node}</Ear>);
  // Each answer may lead to further questions.
  for (let round = 0; round < 6; round += 1) await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  unmountAll();

  return faults;
}

const told = (error: Error, given: Map<string, unknown>) =>
  `${error.stack?.split('\n').slice(0, 4).join('\n')}\n${JSON.stringify([...given])}`;

describe('any answer that passes the contract can be shown', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    appHistory.replace(paths.home);
  });

  it.each(routesInside().filter(({ name }) => !DRAWS.has(name)))('on $name', async ({ name, load }) => {
    const { default: Screen } = await load();
    const random = randomOf(name);
    for (let run = 0; run < ANSWERS_PER_SCREEN; run += 1) {
      const { worker, given } = anyGateway(Math.floor(random() * 2 ** 30) + SEED);
      appHistory.replace(`${paths[name]}?id=7`);
      const faults = await faultsOf(<Screen />, worker);
      expect(faults.map((error) => told(error, given))).toEqual([]);
    }
  });

  it('in a mandatory notice', async () => {
    for (let run = 0; run < 20; run += 1) {
      const { worker, given } = anyGateway(SEED + run);
      const faults = await faultsOf(<MandatoryNotices isTab />, worker);
      expect(faults.map((error) => told(error, given))).toEqual([]);
    }
  });
});

import { expect, test, vi } from 'vitest';
import { beginOnce, type EntryScope } from '../../worker/entry';

const scopeOf = () => new EventTarget() as EntryScope;
const heardIn = (scope: EntryScope) => {
  const heard: unknown[] = [];
  return {
    heard,
    listen: () => scope.addEventListener('message', (event) => heard.push((event as MessageEvent).data)),
  };
};
const post = (scope: EntryScope, data: unknown) => scope.dispatchEvent(new MessageEvent('message', { data }));

test('an entry that is the same module when it is imported begins once', async () => {
  const begin = vi.fn();
  await beginOnce(scopeOf(), begin, async () => {});
  expect(begin).toHaveBeenCalledTimes(1);
});

test('where the import evaluates the file again, only that evaluation begins', async () => {
  const scope = scopeOf();
  const first = vi.fn();
  const second = vi.fn();
  const never = vi.fn();
  await beginOnce(scope, first, () => beginOnce(scope, second, never));
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledTimes(1);
  expect(never).not.toHaveBeenCalled();
});

test('what the page says before reaches who begins, once, in order, with its ports', async () => {
  const scope = scopeOf();
  const { heard, listen } = heardIn(scope);
  const ports: MessagePort[] = [];
  const { port1 } = new MessageChannel();
  let imported: () => void = () => {};
  const begun = beginOnce(
    scope,
    () => {
      listen();
      scope.addEventListener('message', (event) => ports.push(...(event as MessageEvent).ports));
    },
    () => new Promise<void>((resolve) => (imported = resolve)),
  );
  post(scope, 'one');
  scope.dispatchEvent(new MessageEvent('message', { data: 'two', ports: [port1] }));
  expect(heard).toEqual([]);
  imported();
  await begun;
  post(scope, 'three');
  expect(heard).toEqual(['one', 'two', 'three']);
  expect(ports).toEqual([port1]);
  port1.close();
});

test('when the import fails the first evaluation begins, and a later one does not', async () => {
  const scope = scopeOf();
  const first = vi.fn();
  await beginOnce(scope, first, () => Promise.reject(new TypeError('not loaded')));
  expect(first).toHaveBeenCalledTimes(1);
  const later = vi.fn();
  await beginOnce(scope, later, async () => {});
  expect(later).not.toHaveBeenCalled();
});

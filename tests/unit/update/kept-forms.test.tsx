import { afterEach, expect, it, vi } from 'vitest';
import type { SessionState } from '../../../contract/events';

const ANNA: SessionState = { state: 'open', userId: '1', accountId: '1' };
const NOBODY: SessionState = { state: 'anonymous' };

/** Loads the module as a page that starts has it: storage alone remembers anything. */
async function startedPage(session: SessionState | null) {
  vi.resetModules();
  const page = await import('../../../src/update/kept-forms');
  page.startKeptForms(() => session);
  return page;
}

let open: (() => void)[] = [];
/** A form is on screen of the page that goes next. */
const show = (stop: () => void) => open.push(stop);

/** The page goes, and with it its forms. */
function leave(): void {
  dispatchEvent(new Event('pagehide'));
  for (const stop of open) stop();
  open = [];
}

afterEach(() => sessionStorage.clear());

it('gives back what was typed, once, and leaves nothing in the storage', async () => {
  const before = await startedPage(NOBODY);
  show(before.keepForm('register', () => ({ loginName: 'a@b.example', invitationCode: '' })));
  show(before.keepForm('empty', () => ({ loginName: '' })));
  show(before.keepForm('closed', () => null));
  leave();
  expect(sessionStorage.length).toBe(1);
  const after = await startedPage(NOBODY);
  expect(sessionStorage.length).toBe(0);
  expect(after.takeForm('register', NOBODY)).toEqual({ loginName: 'a@b.example', invitationCode: '' });
  expect(after.takeForm('register', NOBODY)).toBeNull();
  expect(after.takeForm('empty', NOBODY)).toBeNull();
});

it('keeps nothing of a form that has gone, and writes nothing when no form is open', async () => {
  const page = await startedPage(ANNA);
  page.keepForm('order', () => ({ amount: '5' }))();
  leave();
  expect(sessionStorage.length).toBe(0);
});

it.each<[string, SessionState | null]>([
  ['nobody', NOBODY],
  ['another person', { ...ANNA, userId: '2' }],
  ['another account', { ...ANNA, accountId: '2' }],
])('gives nothing to %s', async (_name, session) => {
  const before = await startedPage(ANNA);
  show(before.keepForm('order', () => ({ amount: '5' })));
  leave();
  const after = await startedPage(session);
  expect(after.takeForm('order', session)).toBeNull();
});

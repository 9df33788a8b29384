import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentToast, toast } from '../../../../src/components/toast';
import Settings from '../../../../src/pages/account/Settings';
import Invite from '../../../../src/pages/team/Invite';
import { USER } from '../fixtures';
import { FakeWorker, refusal } from '../fake-worker';
import { named, open, tap, until, untilText } from '../support';

const LINK = `${location.origin}/?invite=${USER.invitationCode}`;
const handlers = { userInfo: () => USER };

/** Texts that the poster wrote on its picture; happy-dom draws nothing. */
const written: string[] = [];

/** A canvas that notes its texts, and makes a picture of them. */
function stubCanvas(): void {
  const context = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'fillText') return (text: string) => written.push(text);
        if (name === 'measureText') return (text: string) => ({ width: text.length });
        return () => undefined;
      },
      set: () => true,
    },
  );
  vi.stubGlobal('Path2D', function Path2D() {});
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'])));
}

const copied = vi.fn<(text: string) => Promise<void>>(async () => undefined);

beforeEach(() => {
  written.length = 0;
  copied.mockClear();
  toast.clear();
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

const toasted = (text: string) => until(() => expect(currentToast()?.text).toBe(text));

describe('Invite', () => {
  it('shows code and link, and copies either', async () => {
    open(Invite, new FakeWorker(handlers));
    await untilText(USER.invitationCode, LINK, 'belongs to your team');
    await tap('Copy the link');
    await toasted('Copied');
    await tap('Copy the invitation code');
    await until(() => expect(copied.mock.calls).toEqual([[LINK], [USER.invitationCode]]));
  });

  it('shows the poster with nickname and code, and saves what it shows', async () => {
    stubCanvas();
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    open(Invite, new FakeWorker(handlers));
    await until(() => expect(document.querySelector('img')?.src).toMatch(/^blob:/));
    expect(written.join(' ')).toContain(`${USER.nickname} invites you to RAB`);
    expect(written.join(' ')).toContain(USER.invitationCode);
    const drawn = written.length;
    await tap('Save as image');
    await toasted('Image saved');
    expect(written).toHaveLength(drawn);
    const link = saved.mock.contexts[0] as HTMLAnchorElement;
    expect(link.download).toBe(`RAB-${USER.invitationCode}.png`);
  });

  it('says that the image could not be saved, and shows the QR code alone', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    open(Invite, new FakeWorker(handlers));
    await untilText(USER.invitationCode);
    await until(() => expect(document.querySelector('svg[role="img"] path')?.getAttribute('d')).toContain('M'));
    await tap('Save as image');
    await toasted('The image could not be saved');
  });

  it("hands the link to the system's sheet where there is one, and tells when that fails", async () => {
    open(Invite, new FakeWorker(handlers));
    await untilText(LINK);
    expect(() => named('Share the link')).toThrow();
    const share = vi.fn(async () => undefined);
    Object.assign(navigator, { share });
    open(Invite, new FakeWorker(handlers));
    await untilText('Share the link');
    await tap('Share the link');
    await until(() =>
      expect(share).toHaveBeenCalledWith({ title: 'RAB', text: `${USER.nickname} invites you to RAB`, url: LINK }),
    );
    expect(currentToast()).toBeNull();
    share.mockRejectedValueOnce(new DOMException('', 'AbortError')).mockRejectedValueOnce(new Error('no target'));
    await tap('Share the link');
    await until(() => expect(share).toHaveBeenCalledTimes(2));
    expect(currentToast()).toBeNull();
    await tap('Share the link');
    await toasted('The link could not be shared. Copy it instead.');
  });

  it('offers another try where nothing is known', async () => {
    open(Invite, new FakeWorker({ userInfo: () => refusal('internal') }));
    await untilText('Retry');
  });
});

it('Settings has the code and the way to the poster', async () => {
  open(Settings, new FakeWorker(handlers));
  await untilText(USER.invitationCode);
  await tap('Copy the invitation code');
  await until(() => expect(copied).toHaveBeenCalledWith(USER.invitationCode));
  expect(named('Invite').getAttribute('href')).toBe('#/pages/share_poster/share_poster');
});

it('Settings keeps the place of the person who is not known yet', async () => {
  let answer = (_: typeof USER) => {};
  const known = new Promise<typeof USER>((resolve) => (answer = resolve));
  open(Settings, new FakeWorker({ ...handlers, userInfo: () => known }));
  await untilText('Log out');
  expect(document.querySelector('[aria-busy="true"]')?.compareDocumentPosition(named('Nickname'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  await act(async () => answer(USER));
  await untilText(USER.invitationCode);
  expect(document.querySelector('[aria-busy="true"]')).toBeNull();
});

/** A notice that everybody acknowledges: begins on a tab where nothing is open, stays, and is gone when it is acknowledged. */
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import MandatoryNotices from '../../../src/app/shell/MandatoryNotices';
import { FakeWorker, refusal, type Handlers } from '../pages/fake-worker';
import { install, tap, text, until, untilText } from '../pages/support';
import { render } from '../support/render';

// happy-dom has not what DOMPurify needs; tests/e2e/content.spec.ts asks it in a browser.
vi.mock('../../../src/article/purity', () => ({ isPure: () => true }));

const notice = (id: string, title: string) => ({
  id,
  version: 1,
  title,
  publishedAt: 1,
  lang: 'EN' as const,
  article: [{ kind: 'paragraph' as const, spans: [{ text: `Text of ${title}`, marks: [], link: null }] }],
});

/** A gateway that remembers what was acknowledged. */
function gateway(ids: readonly string[]): { handlers: Handlers; acknowledged: string[] } {
  const acknowledged: string[] = [];
  return {
    acknowledged,
    handlers: {
      mandatoryNotices: () => ({
        notices: ids.filter((id) => !acknowledged.includes(id)).map((id) => notice(id, `Notice ${id}`)),
      }),
      acknowledgeNotice: ({ id }) => {
        acknowledged.push(id);
        return {};
      },
    },
  };
}

const dialogs = () => [...document.querySelectorAll('dialog[open]')];
/** Lets answers arrive that would show something. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

let sheet: HTMLDialogElement;
beforeEach(() => {
  sheet = document.createElement('dialog');
});
afterEach(() => sheet.remove());

describe('mandatory notices', () => {
  it('are shown one after the other, and acknowledged', async () => {
    const { handlers, acknowledged } = gateway(['1', '2']);
    install(new FakeWorker(handlers));
    render(<MandatoryNotices isTab />);
    await untilText('Text of Notice 1');
    expect(text()).not.toContain('Notice 2');
    await tap('I have read this');
    await untilText('Text of Notice 2');
    await tap('I have read this');
    await until(() => expect(dialogs()).toEqual([]));
    expect(acknowledged).toEqual(['1', '2']);
  });

  it('do not begin on a page that is no tab, and stay where they have begun', async () => {
    install(new FakeWorker(gateway(['1']).handlers));
    const { rerender } = render(<MandatoryNotices isTab={false} />);
    await settle();
    expect(dialogs()).toEqual([]);
    rerender(<MandatoryNotices isTab />);
    await untilText('Text of Notice 1');
    rerender(<MandatoryNotices isTab={false} />);
    await settle();
    expect(text()).toContain('Text of Notice 1');
  });

  it('never lie over something that is open: they wait until it is gone', async () => {
    document.body.append(sheet);
    sheet.setAttribute('open', '');
    install(new FakeWorker(gateway(['1']).handlers));
    render(<MandatoryNotices isTab />);
    await settle();
    expect(text()).not.toContain('Notice 1');
    act(() => sheet.remove());
    await untilText('Text of Notice 1');
  });

  it('stay when the person wants to close them', async () => {
    install(new FakeWorker(gateway(['1']).handlers));
    render(<MandatoryNotices isTab />);
    await untilText('Text of Notice 1');
    act(() => void dialogs()[0]?.dispatchEvent(new Event('cancel', { cancelable: true })));
    await settle();
    expect(text()).toContain('Text of Notice 1');
  });

  it('are gone when the operator has withdrawn them meanwhile, and asked for again when the gateway was not reached', async () => {
    const { handlers } = gateway(['1']);
    const answers = [refusal('network'), refusal('not-found')];
    install(new FakeWorker({ ...handlers, acknowledgeNotice: () => answers.shift() ?? {} }));
    render(<MandatoryNotices isTab />);
    await untilText('Text of Notice 1');
    await tap('I have read this');
    await until(() => expect(answers).toHaveLength(1));
    await settle();
    expect(text()).toContain('Text of Notice 1');
    await tap('I have read this');
    await until(() => expect(dialogs()).toEqual([]));
  });
});

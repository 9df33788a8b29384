/** A notice that everybody acknowledges: begins on a tab where nothing is open, stays, and is gone when it is acknowledged. */
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mandatoryNotices } from '../../../contract/calls/mandatory-notices';
import MandatoryNotices from '../../../src/app/shell/MandatoryNotices';
import { useCall } from '../../../src/bridge/useCall';
import { FakeWorker, refusal, type Handlers } from '../pages/fake-worker';
import { install, named, tap, text, until, untilText } from '../pages/support';
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

/** Says that the answer has arrived which a notice could be shown of. */
function Arrival() {
  const { data, source } = useCall(mandatoryNotices, {});
  return source === 'network' && data && <p>Arrived</p>;
}

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

  it('never lie over something that is open: they wait until it is gone', async () => {
    document.body.append(sheet);
    sheet.setAttribute('open', '');
    install(new FakeWorker(gateway(['1']).handlers));
    render(
      <>
        <MandatoryNotices isTab />
        <Arrival />
      </>,
    );
    await untilText('Arrived');
    expect(text()).not.toContain('Notice 1');
    act(() => sheet.remove());
    await untilText('Text of Notice 1');
  });

  it('are gone when the operator has withdrawn them meanwhile, and asked for again when the gateway was not reached', async () => {
    const { handlers } = gateway(['1']);
    const answers = [refusal('network'), refusal('not-found')];
    install(new FakeWorker({ ...handlers, acknowledgeNotice: () => answers.shift() ?? {} }));
    render(<MandatoryNotices isTab />);
    await untilText('Text of Notice 1');
    await tap('I have read this');
    await until(() => expect(answers).toHaveLength(1));
    await until(() => expect(named('I have read this').getAttribute('aria-busy')).toBe(null));
    expect(text()).toContain('Text of Notice 1');
    await tap('I have read this');
    await until(() => expect(dialogs()).toEqual([]));
  });
});

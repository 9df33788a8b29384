import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { forgetReturns, rememberReturn } from '../../../../src/app/return-to';
import AvatarPage from '../../../../src/pages/identity/AvatarPage';
import RealName from '../../../../src/pages/identity/RealName';
import { watchBlobAddresses } from '../../support/blob-addresses';
import { find, type, unmountAll } from '../../support/render';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { ANSWERS, IMAGE_ID, RECORD } from '../identity-fixtures';
import { named, open, tap, until, untilText } from '../support';

watchBlobAddresses();
beforeEach(() => {
  appHistory.replace(paths.document);
  forgetReturns();
});
afterEach(unmountAll);

function field(label: string): HTMLInputElement {
  const match = [...document.querySelectorAll('label')].find((one) => one.textContent === label);
  return find<HTMLInputElement>(`#${CSS.escape(match?.htmlFor ?? 'no-such-label')}`);
}
const show = (Page: () => React.ReactNode, handlers: Handlers = {}) => {
  const worker = new FakeWorker({ ...ANSWERS, ...handlers });
  open(Page, worker);
  return worker;
};

/** Chooses files the way a person does. */
async function choose(...files: File[]): Promise<void> {
  const input = find<HTMLInputElement>('input[type="file"]:not([capture])');
  Object.defineProperty(input, 'files', { configurable: true, value: files });
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
}
const photo = (name = 'a.jpg') => new File(['x'], name, { type: 'image/jpeg' });
const KEPT = { id: IMAGE_ID, width: 2, height: 1, bytes: 3 };

describe('real name', () => {
  it('asks for everything, sends images as they are chosen, keeps and hands in', async () => {
    let record: CallOutput<'realNameVerification'> = RECORD;
    const worker = show(RealName, {
      realNameVerification: () => record,
      saveRealName: () => record,
      handInRealName: () => (record = { ...RECORD, status: 'pending-review', realName: 'Lin Mei' }),
    });
    worker.upload = () => KEPT;
    await untilText('Not verified', 'Withdrawals and bank cards need a verified name.');
    await tap('Hand in for review');
    await untilText('Enter the document number', 'Enter your name as it stands in the document');
    type(field('Document number'), ' g12345678 ');
    type(field('Name as in the document'), 'Lin Mei');
    await tap('Hand in for review');
    await untilText('Choose a document');
    await act(async () => find('input[value="passport"]').click());
    await tap('Hand in for review');
    await untilText('Add at least one image');
    await choose(photo());
    await until(() => expect(worker.uploaded).toHaveLength(1));
    await until(() => expect(document.querySelector('[role="progressbar"]')).toBeNull());
    await tap('Hand in for review');
    await until(() => expect(worker.inputsOf('handInRealName')).toEqual([{}]));
    expect(worker.inputsOf('saveRealName')).toEqual([
      { documentType: 'passport', documentNumber: 'G12345678', realName: 'Lin Mei', images: [IMAGE_ID] },
    ]);
    worker.emit({ type: 'changed', calls: ['realNameVerification'] });
    await untilText('Pending review', 'It is being looked at.');
  });

  it('shows progress, says at the tile what is wrong with a file, and sends again what could not be sent', async () => {
    let finish: (answer: typeof KEPT) => void = () => {};
    const worker = show(RealName);
    worker.upload = (_file, uploadId) => {
      worker.emit({ type: 'upload', uploadId, sentBytes: 30, totalBytes: 40 });
      return new Promise((resolve) => (finish = resolve));
    };
    await untilText('Choose an image');
    await choose(photo('1'), photo('2'), photo('3'), photo('4'));
    await until(() => expect(find('[role="progressbar"]').getAttribute('aria-valuenow')).toBe('75'));
    expect(document.querySelectorAll('img')).toHaveLength(3);
    expect(worker.uploaded, 'one after the other').toHaveLength(1);
    expect(named('Sending images').hasAttribute('disabled')).toBe(true);
    worker.upload = () => refusal('too-large');
    await act(async () => finish(KEPT));
    await untilText('Larger than 10 MB');
    await until(() => expect(worker.uploaded).toHaveLength(3));
    worker.upload = () => ({ ...refusal('network'), retryable: true });
    await tap('Remove image 3');
    await choose(photo('5'));
    await untilText('The server cannot be reached');
    worker.upload = () => KEPT;
    await tap('Retry');
    await until(() => expect(named('Hand in for review').hasAttribute('disabled')).toBe(false));
    await tap('Remove image 2');
    expect(document.querySelectorAll('img')).toHaveLength(2);
  });

  it('after a failed review only what failed can be mended, with the reason at it', async () => {
    const worker = show(RealName, {
      realNameVerification: () => ({
        ...RECORD,
        status: 'failed',
        documentType: 'passport',
        documentNumber: 'G******78',
        realName: 'Lin Mei',
        images: [IMAGE_ID],
        fields: [
          { field: 'documentType', state: 'approved', reason: null },
          { field: 'documentNumber', state: 'failed', reason: 'One digit is missing' },
          { field: 'realName', state: 'approved', reason: null },
          { field: 'images', state: 'approved', reason: null },
        ],
      }),
      saveRealName: () => RECORD,
      handInRealName: () => RECORD,
    });
    await untilText('Not passed', 'One digit is missing', 'Lin Mei', 'Passport');
    expect(document.querySelectorAll('form input')).toHaveLength(1);
    type(field('Document number'), 'G123456789');
    await tap('Hand in for review');
    await until(() => expect(worker.inputsOf('saveRealName')).toEqual([{ documentNumber: 'G123456789' }]));
  });

  it('approved: shown with its images, and the way back to what asked for it', async () => {
    rememberReturn('identity', paths.withdraw);
    show(RealName, {
      realNameVerification: () => ({ ...RECORD, status: 'approved', realName: 'Lin Mei', images: [IMAGE_ID] }),
    });
    await untilText('Approved', 'Lin Mei', 'Back to what you were doing');
    await until(() => expect(find<HTMLImageElement>('img').src).toMatch(/^blob:/));
    await tap('Enlarge: Image 1');
    await until(() => expect(document.querySelectorAll('img')).toHaveLength(2));
  });
});

describe('the avatar', () => {
  it('is one of the list', async () => {
    const worker = show(AvatarPage, { updateAvatar: () => ({}) });
    await until(() => expect(document.querySelectorAll('input[type="radio"]')).toHaveLength(3));
    expect(named('Save').hasAttribute('disabled')).toBe(true);
    await act(async () => find('input[aria-label="Image 2"]').click());
    await tap('Save');
    await until(() => expect(worker.inputsOf('updateAvatar')).toEqual([{ source: 'list', id: 'hills-2' }]));
  });

  it('is an own image, once it is sent; or none', async () => {
    const worker = show(AvatarPage, { updateAvatar: () => refusal('not-found') });
    worker.upload = () => refusal('image-refused');
    await until(() => expect(document.querySelectorAll('input[type="radio"]')).toHaveLength(3));
    await choose(photo());
    await untilText('Not a JPEG, PNG, WebP or HEIC image');
    expect(named('Save').hasAttribute('disabled')).toBe(true);
    worker.upload = () => KEPT;
    await choose(photo());
    await until(() => expect(named('Save').hasAttribute('disabled')).toBe(false));
    await tap('Save');
    await until(() => expect(worker.inputsOf('updateAvatar')).toEqual([{ source: 'upload', id: IMAGE_ID }]));
    await act(async () => find('input[aria-label="No picture, the initial"]').click());
    await tap('Save');
    await until(() => expect(worker.inputsOf('updateAvatar').at(-1)).toEqual({ source: 'none' }));
  });
});

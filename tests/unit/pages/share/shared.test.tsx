import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { appHistory } from '../../../../src/app/navigation';
import { hrefTo, paths } from '../../../../src/app/paths';
import { forgetShared, takeGiven } from '../../../../src/bridge/shared-images';
import Shared from '../../../../src/pages/share/Shared';
import { proofFormOf } from '../../../../src/pages/trade/proof';
import { unmountAll } from '../../support/render';
import { offerOf, tradeOf } from '../trade/usdt-fixtures';
import { opened, tap, text, until, untilText } from '../support';

const takeShared = vi.hoisted(() => vi.fn<() => Promise<{ images: Blob[]; refused: number } | null>>());
vi.mock('../../../../src/update/instance', () => ({ serviceWorkerLink: () => ({ takeShared }) }));

const IMAGES = ['1', '2', '3', '4'].map((name) => new Blob([name], { type: 'image/png' }));

beforeEach(() => {
  appHistory.replace(paths.shared);
  let count = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:test/${(count += 1)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
afterEach(() => {
  unmountAll();
  forgetShared();
  vi.restoreAllMocks();
});

function show(trades: readonly UsdtTrade[] = []): void {
  opened(Shared, { usdtPurchases: () => ({ items: [offerOf(), ...trades] }) });
}

describe('images that another app has shared', () => {
  it('become the proof of a payment that waits for one, and of no other', async () => {
    takeShared.mockResolvedValue({ images: IMAGES, refused: 2 });
    show([tradeOf({ id: '56', state: 'paid' }), tradeOf(), tradeOf({ id: '57', state: 'completed' })]);
    await untilText('3,590.00 CNY to Mai', 'A proof takes the first 3 images.', 'was left out');
    expect(text().match(/Proof of payment/g)).toHaveLength(1);
    await tap('Proof of payment');
    await until(() => expect(location.hash).toBe(hrefTo(paths.otcOrder, { id: '55' })));
    expect(takeGiven('feedback')).toEqual([]);
    expect(takeGiven(proofFormOf('55'))).toEqual(IMAGES);
  });

  it.each([
    ['none is there any more', { images: [], refused: 0 }],
    ['no service worker knows', null],
  ])('says so when %s', async (_name, answer) => {
    takeShared.mockResolvedValue(answer);
    show();
    await untilText('There is no shared image.');
    expect(text()).not.toContain('What is it for?');
  });

  it('are offered to be chosen in the feedback form where nobody could take them over', async () => {
    appHistory.replace(`${paths.shared}?missed=1`);
    takeShared.mockResolvedValue(null);
    show();
    await untilText('The shared image could not be taken over.');
    await tap('Write feedback');
    await until(() => expect(location.hash).toBe(`#${paths.writeFeedback}`));
  });
});

/** The languages offered are the gateway's, and a start follows what it says (docs/rules.md §15). */
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LangCode } from '../../../contract/ids';
import { type Bridge, installBridge } from '../../../src/bridge/bridge';
import { currentToast, toast } from '../../../src/components/toast';
import { activeLocale, offeredLocales, startI18n } from '../../../src/i18n/activate';
import { LOCALES } from '../../../src/i18n/locales';
import { askOffered, followOffered, keepOffered } from '../../../src/offered/follow';
import { LanguageSelect } from '../../../src/pages/account/parts/LanguageSelect';
import { startLocale } from '../../../src/start';
import { FakeWorker, refusal } from '../pages/fake-worker';
import { until } from '../support/until';
import { render } from '../support/render';
import { steadyTimers } from '../support/steady-timers';

function gateway(languages: LangCode[], byDefault: LangCode): Bridge {
  const answer = { languages: languages.map((code) => ({ code, name: code })), default: byDefault };
  return bridgeOf(new FakeWorker({ languages: () => answer }));
}

function bridgeOf(worker: FakeWorker): Bridge {
  const bridge = installBridge({ spawn: worker.spawn, timers: steadyTimers });
  bridge.start({ origin: 'http://localhost', lang: 'EN' });
  return bridge;
}

/** A device that speaks these has the app open, with what it chose and what the gateway said before. */
async function started(languages: string[], kept: Record<string, string> = {}): Promise<void> {
  keepOffered(LOCALES);
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  vi.stubGlobal('navigator', { languages, language: languages[0], onLine: true });
  // As src/start/boot/looks.ts does.
  document.documentElement.lang = startLocale(offeredLocales());
  await startI18n();
}

afterEach(() => {
  toast.clear();
  vi.unstubAllGlobals();
});

const offeredToChoose = () =>
  [...document.querySelectorAll('select option')].map((option) => (option as HTMLOptionElement).value);

describe('the languages to choose from', () => {
  it('are those that the gateway offers, the default among them', async () => {
    await started(['en']);
    render(<LanguageSelect />);
    expect(offeredToChoose()).toEqual([...LOCALES]);
    const bridge = gateway(['EN', 'JP'], 'DE');
    await act(() => askOffered(bridge));
    expect(offeredToChoose()).toEqual(['en', 'de', 'ja']);
  });
});

describe('a start that knows nothing', () => {
  it('uses the default of the gateway where the device speaks none of the offered ones', async () => {
    await started(['pt-BR']);
    expect(activeLocale()).toBe('zh-Hans');
    await askOffered(gateway(['CN', 'EN', 'FR'], 'FR'));
    expect([activeLocale(), startLocale(offeredLocales()), localStorage.getItem('rab.locale')]).toEqual([
      'fr',
      'fr',
      null,
    ]);
    expect(currentToast(), 'nothing was taken away').toBeNull();
  });

  it('stays with the language of the device where that is offered', async () => {
    await started(['ja-JP', 'en']);
    await askOffered(gateway(['CN', 'JP'], 'CN'));
    expect([activeLocale(), currentToast()]).toEqual(['ja', null]);
  });

  it('keeps what it has without an answer, and asks when the connection is back', async () => {
    await started(['pt-BR']);
    let isUp = false;
    const worker = new FakeWorker({
      languages: () => (isUp ? { languages: [{ code: 'FR', name: 'Français' }], default: 'FR' } : refusal('offline')),
    });
    const bridge = bridgeOf(worker);
    followOffered(bridge);
    await until(() => expect(worker.inputsOf('languages')).toHaveLength(1));
    expect(activeLocale()).toBe('zh-Hans');
    isUp = true;
    worker.emit({ type: 'connection', online: false });
    worker.emit({ type: 'connection', online: true });
    await until(() => expect(activeLocale()).toBe('fr'));
  });
});

describe('a language that is no longer offered', () => {
  it('is left for the default with a word, for good', async () => {
    await started(['de'], { 'rab.locale': 'th' });
    expect(activeLocale()).toBe('th');
    await askOffered(gateway(['EN', 'DE'], 'EN'));
    expect([activeLocale(), localStorage.getItem('rab.locale'), startLocale(offeredLocales())]).toEqual([
      'en',
      'en',
      'en',
    ]);
    expect(currentToast()?.text).toBe('ไทย is no longer offered. The app now speaks English');
  });

  it('that nobody chose is left for the next one of the device, with a word', async () => {
    await started(['th', 'de']);
    await askOffered(gateway(['EN', 'DE'], 'EN'));
    expect([activeLocale(), localStorage.getItem('rab.locale')]).toEqual(['de', null]);
    expect(currentToast()?.text).toContain('ไทย');
  });
});

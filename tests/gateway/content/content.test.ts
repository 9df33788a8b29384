import { beforeAll, describe, expect, it } from 'vitest';
import { LANG_CODES } from '../../../contract/ids';
import { LANGUAGE_NAMES, textFor } from '../../../gateway/domain/content/language';
import { plainText } from '../../../gateway/domain/content/plain-text';
import { ContentError, publish, type PublishInput } from '../../../gateway/domain/content/publish';
import { FIGURE_KEYS, FIGURES } from '../../../gateway/domain/settings/figures';
import { parseSetting, readSettings, SettingError } from '../../../gateway/domain/settings/settings';
import { runJob } from '../../../gateway/jobs/index';
import { JOBS } from '../../../gateway/jobs/list';
import { neverStopping } from '../../../gateway/jobs/run';
import { describeOnDatabase } from '../support/database';
import { openGatewayWorld, type GatewayWorld, type Person } from '../world';

describe('plain text', () => {
  it.each([
    ['tags', 'a <b>bold</b> <img src=x onerror=alert(1)> move', 'a bold move'],
    ['tags that come together when one is removed', '<<b>script>alert(1)<</b>/script>', 'alert(1)'],
    ['what only looks like a tag stays', '3 < 5 and 7 > 2', '3 < 5 and 7 > 2'],
    ['direction and zero-width characters', 'pay\u202Eevil\u200B\uFEFF now', 'pay evil now'],
    ['control characters and line breaks', 'one\u0000\n\ttwo', 'one two'],
  ])('loses %s', (_what, given, expected) => {
    expect(plainText(given, 100)).toBe(expected);
  });
});

describe('a reader’s language', () => {
  const text = (word: string) => ({ title: '', text: word });
  it('is the asked one, else the nearest, else English, else any', () => {
    const texts = { CN: text('cn'), EN: text('en'), FR: text('fr') };
    expect(LANG_CODES.map((lang) => textFor(texts, lang).text)).toEqual([
      'cn',
      'cn',
      'en',
      'en',
      'fr',
      'en',
      'en',
      'en',
      'en',
    ]);
    expect(textFor({ TH: text('th') }, 'DE').text).toBe('th');
    expect(Object.keys(LANGUAGE_NAMES)).toEqual([...LANG_CODES]);
  });
});

describe('figures', () => {
  it('have defaults that their own schemas accept, and a meaning', () => {
    for (const key of FIGURE_KEYS) {
      expect(parseSetting(key, FIGURES[key].initial)).toEqual(FIGURES[key].initial);
      expect(FIGURES[key].meaning.length).toBeGreaterThan(10);
    }
  });

  it('refuse what would break a promise', () => {
    expect(() => parseSetting('custody.redeemFeeRate', '1.01')).toThrow(SettingError);
    expect(() => parseSetting('custody.minimumExclusive', '1e2')).toThrow(SettingError);
    expect(() => parseSetting('market.rabReference', { price: '0', asOf: 1 })).toThrow(SettingError);
    const release = { hot_version_code: '', version_code: '', package_url: '' };
    for (const url of [
      'javascript:alert(1)',
      'data:application/json,{}',
      'http://example.com/hot.json',
      '//example.com/releases/1.0/hot.json',
      '/releases/../api/hot.json',
      '/api/1.0/hot.json',
      'releases/1.0/hot.json',
    ]) {
      expect(() => parseSetting('app.release', { ...release, hot_package_url: url }), url).toThrow(SettingError);
    }
    for (const url of ['', '/releases/1.0.51/hot.json', 'https://example.com/hot.json']) {
      expect(parseSetting('app.release', { ...release, hot_package_url: url }).hot_package_url).toBe(url);
    }
    for (const version_code of ['1005', 999, '010050', 1.5, -10050, 1_000_000, '1.0.50-beta', null]) {
      const broken = { ...release, hot_package_url: '', version_code };
      expect(() => parseSetting('app.release', broken), String(version_code)).toThrow(/version_code: must be/);
    }
    expect(() => parseSetting('security.tradePasswordTries', 0)).toThrow(SettingError);
  });
});

describeOnDatabase('content', (fixture) => {
  let world: GatewayWorld;
  let who: Person;
  const put = (input: PublishInput, age = 0) => publish(fixture.database.db, input, world.time.now - age);
  const news = (title: string, kind: 'news' | 'bulletin' = 'news'): PublishInput => ({
    kind,
    texts: { EN: { title, text: 'text' } },
  });
  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    who = await world.person('0');
  });

  it('is stored without markup and refused when nothing is left', async () => {
    await put({ kind: 'notice', texts: { EN: { title: '', text: '<i>Only</i> text' } } });
    expect((await world.call(who, 'marquee', {})).notices[0]?.text).toBe('Only text');
    await expect(put({ kind: 'notice', texts: { EN: { title: '', text: '<i></i>' } } })).rejects.toThrow(ContentError);
    await expect(put({ kind: 'notice', texts: {} })).rejects.toThrow(ContentError);
    await expect(put({ ...news('x'), target: '/pages/my/my' })).rejects.toThrow(ContentError);
  });

  it('tells the operator’s figures as they are now', async () => {
    expect(await world.call(who, 'version', {})).toEqual({
      hot_version_code: '',
      version_code: '',
      package_url: '',
      hot_package_url: '',
    });
    const release = {
      hot_version_code: '1.0.51',
      version_code: '1.0.50',
      package_url: 'https://example.com/full',
      hot_package_url: 'https://example.com/hot',
    };
    await world.set('app.release', release);
    expect(await world.call(who, 'version', {})).toEqual(release);
    await world.set('app.release', { ...release, hot_version_code: 10051, version_code: '10050' });
    expect(await world.call(who, 'version', {})).toEqual(release);
    expect(await world.call(who, 'config', {})).toMatchObject({ isDemo: false, timeZone: 'Asia/Shanghai' });
    const offered = await world.call(who, 'languages', {});
    expect(offered.default).toBe('CN');
    expect(offered.languages.map(({ code }) => code)).toEqual([...LANG_CODES]);
    expect(offered.languages).toContainEqual({ code: 'CN', name: '简体中文' });
    expect(offered.languages).toContainEqual({ code: 'DE', name: 'Deutsch' });
    await world.set('app.languages', ['EN', 'JP']);
    expect((await world.call(who, 'languages', {})).languages.map(({ code }) => code)).toEqual(['EN', 'JP']);
  });

  it('takes the default for a stored figure that does not fit, tells the log, and everything else goes on', async () => {
    const { pool, db } = fixture.database;
    await fixture.owner((owner) => owner.pool.query('DELETE FROM settings'));
    await pool.query(
      `INSERT INTO settings (key, value, updated_at)
       VALUES ('custody.redeemFeeRate', '{"value": 2}', now()), ('app.languages', '{"value": ["DE"]}', now())`,
    );
    const { settings, unfit } = await readSettings(db);
    expect(settings['custody.redeemFeeRate']).toBe('0.02');
    expect(settings['app.languages']).toEqual(['DE']);
    expect(unfit).toMatchObject([{ key: 'custody.redeemFeeRate', stored: 2 }]);
    const caller = await world.person('0');
    expect((await world.call(caller, 'custodyConfig', {})).redeemFeeRate).toBe('0.02');

    const told = () => world.logs.filter(({ event }) => event === 'settings-unfit');
    const job = JOBS.find(({ name }) => name === 'settings');
    if (!job) throw new Error('there is no such job');
    await runJob(world.deps, job, neverStopping);
    expect(told()).toMatchObject([{ level: 'error', issues: [expect.stringMatching(/^custody\.redeemFeeRate: /)] }]);
    await world.set('custody.redeemFeeRate', '0.03');
    await runJob(world.deps, job, neverStopping);
    expect(told()).toHaveLength(1);
    expect((await readSettings(db)).unfit).toEqual([]);
  });
});

/** Articles, pictures, read marks, questions, links and mandatory notices (docs/rules.md §9), as handlers and operators make them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LangCode } from '../../../contract/ids';
import { articleHandlers } from '../../../gateway/domain/content/articles';
import { EXIT } from '../../../gateway/operator/cli';
import type { ReleaseEnvironment } from '../../../gateway/operator/release-cli';
import { madeFolder } from '../../support/made-folder';
import { describeOnDatabase } from '../support/database';
import { runOperator } from '../support/operators';
import { keepUploads, openGatewayWorld, type GatewayWorld, type Person } from '../world';

describeOnDatabase('articles', (fixture) => {
  let world: GatewayWorld;
  let who: Person;
  const folder = madeFolder('content');
  const operator = (...line: string[]) =>
    runOperator(world.deps, line, { releases: () => ({ callerDir: folder }) as ReleaseEnvironment });
  const published = async (...line: string[]) => {
    const ran = await operator('--json', ...line);
    expect(ran, ran.json.message).toMatchObject({ code: EXIT.done });
    return (ran.json.data as { id: string }).id;
  };
  const refusal = async (...line: string[]) => {
    const ran = await operator('--json', ...line);
    expect(ran.code).toBe(EXIT.input);
    return ran.json.message;
  };
  const news = (title: string, ...more: string[]) =>
    published('news', 'publish', '--title', `EN=${title}`, '--text', 'EN=summary', ...more);
  /** As a reader of another language asks. */
  const asked = (lang: LangCode) => world.contextOf(who, 'newsItem', { lang });

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    keepUploads(world.deps, folder);
    who = await world.person('0');
  });

  describe('news', () => {
    it('are read in the nearest language, with the article that was made of the Markdown', async () => {
      await writeFile(join(folder, 'body.md'), '## Headline\n\nA **strong** word. <script>alert(1)</script>');
      const id = await news('Opening', '--title', 'CN=开业', '--text', 'CN=摘要', '--body', 'EN=@body.md');
      expect(await world.call(who, 'newsItem', { id })).toEqual({
        id,
        kind: 'news',
        title: 'Opening',
        summary: 'summary',
        publishedAt: world.time.now,
        lang: 'EN',
        article: [
          { kind: 'heading', level: 2, spans: [{ text: 'Headline', marks: [], link: null }] },
          {
            kind: 'paragraph',
            spans: [
              { text: 'A ', marks: [], link: null },
              { text: 'strong', marks: ['strong'], link: null },
              { text: ' word. alert(1)', marks: [], link: null },
            ],
          },
        ],
      });
      expect(await articleHandlers.newsItem(asked('TW'), { id })).toMatchObject({
        lang: 'CN',
        title: '开业',
        article: [],
      });
      expect(await articleHandlers.newsItem(asked('VI'), { id })).toMatchObject({ lang: 'EN', title: 'Opening' });
    });

    it('are not there before their time, when withdrawn, or under an id of something else', async () => {
      const id = await news('Short');
      const notice = await published('notice', 'publish', '--text', 'EN=Hello');
      for (const other of [notice, '999999', 'x', '0', '9'.repeat(30)])
        expect(await world.refused(who, 'newsItem', { id: other })).toMatchObject({ code: 'not-found' });
      await operator('content', 'withdraw', id);
      expect(await world.refused(who, 'newsItem', { id })).toMatchObject({ code: 'not-found' });
    });
  });

  describe('read marks', () => {
    it('are the person’s own, once each, of news and bulletins only', async () => {
      const other = await world.person('0');
      const [one, two] = [await news('One'), await news('Two')];
      const notice = await published('notice', 'publish', '--text', 'EN=Hello');
      const before = await world.call(who, 'readMarks', {});
      expect(before.ids).not.toContain(one);
      expect(before.from).toBeLessThanOrEqual(world.time.now);
      await world.call(who, 'markRead', { ids: [one, notice, '999999', 'nonsense'] });
      await world.call(who, 'markRead', { ids: [one] });
      expect((await world.call(who, 'readMarks', {})).ids).toEqual([...before.ids, one]);
      await world.call(who, 'markRead', { ids: [two, one] });
      expect(new Set((await world.call(who, 'readMarks', {})).ids)).toEqual(new Set([...before.ids, one, two]));
      expect((await world.call(other, 'readMarks', {})).ids).toEqual([]);
    });

    it('count what was published before the person came as read', async () => {
      world.time.now += 60_000;
      const late = await world.person('0');
      expect((await world.call(late, 'readMarks', {})).from).toBe(world.time.now);
    });

    it('tell the person’s other devices when one is new', async () => {
      const id = await news('Told');
      const told = async () =>
        (await world.call(who, 'liveEvents', {})).events.filter(({ calls }) => calls.includes('readMarks')).length;
      const before = await told();
      await world.call(who, 'markRead', { ids: [id] });
      expect(await told()).toBe(before + 1);
      await world.call(who, 'markRead', { ids: [id] });
      expect(await told()).toBe(before + 1);
    });
  });

  describe('pictures', () => {
    it('are made anew by the gateway, and shown by the articles that name them', async () => {
      const picture = sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: '#2340ce' } });
      await writeFile(
        join(folder, 'p.png'),
        await picture
          .withExif({ IFD0: { Copyright: 'somebody' } })
          .png()
          .toBuffer(),
      );
      const id = await published('content', 'image', 'p.png');
      const shown = await world.call(who, 'contentImage', { id });
      const bytes = Buffer.from(shown.webp, 'base64');
      expect(shown).toMatchObject({ width: 1_200, height: 600 });
      const { format, width, exif } = await sharp(bytes).metadata();
      expect({ format, width, exif }).toEqual({ format: 'webp', width: 1_200, exif: undefined });
      const article = await news('Picture', '--body', `EN=![alt](image:${id})`);
      expect((await world.call(who, 'newsItem', { id: article })).article).toEqual([
        { kind: 'image', id, alt: 'alt', width: 1_200, height: 600 },
      ]);
    });

    it('are refused where they are none, and not found under another id', async () => {
      await writeFile(join(folder, 'p.svg'), '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
      expect((await operator('content', 'image', 'p.svg')).code).toBe(EXIT.input);
      expect((await operator('content', 'image', 'absent.png')).code).toBe(EXIT.input);
      const absent = '0b6a3a4e-6d0e-4a53-9a75-0d0f5b7a1a11';
      expect(await world.refused(who, 'contentImage', { id: absent })).toMatchObject({ code: 'not-found' });
    });
  });

  describe('questions and links', () => {
    it('come by topic and position, in the reader’s language', async () => {
      const ask = (topic: string, title: string, ...more: string[]) =>
        published('question', 'publish', '--topic', topic, '--title', `EN=${title}`, '--body', 'EN=Answer', ...more);
      await ask('other', 'last');
      await ask('account', 'second');
      await ask('account', 'first', '--position', '5', '--title', 'CN=第一', '--body', 'CN=答案');
      const { questions } = await world.call(who, 'commonQuestions', {});
      expect(questions.map(({ topic, question }) => [topic, question])).toEqual([
        ['account', 'first'],
        ['account', 'second'],
        ['other', 'last'],
      ]);
      const inChinese = await articleHandlers.commonQuestions(asked('CN'), {});
      expect(inChinese.questions.map(({ question, lang }) => [question, lang])).toEqual([
        ['第一', 'CN'],
        ['second', 'EN'],
        ['last', 'EN'],
      ]);
    });

    it('lead to other sites by https only', async () => {
      const link = ['link', 'publish', '--title', 'EN=Club', '--text', 'EN=people', '--address'];
      await published(...link, 'https://example.com/club');
      expect((await world.call(who, 'communityLinks', {})).links).toMatchObject([
        { title: 'Club', text: 'people', address: 'https://example.com/club' },
      ]);
      for (const address of ['javascript:alert(1)', 'http://example.com', '/pages/my/my', 'https://a@b.example'])
        expect((await operator(...link, address)).code, address).toBe(EXIT.input);
    });
  });

  describe('mandatory notices', () => {
    const mandatory = (name: string, version: number, ...more: string[]) => [
      ...['notice', 'publish', '--mandatory', name, '--version-number', String(version)],
      ...['--title', `EN=${name} ${version}`, '--body', 'EN=**Read** this.', ...more],
    ];
    const titles = async (person: Person) =>
      (await world.call(person, 'mandatoryNotices', {})).notices.map(({ title }) => title);

    it('are acknowledged once per person and version', async () => {
      const [one, two] = [await world.person('0'), await world.person('0')];
      const first = await published(...mandatory('risk', 1));
      world.time.now += 1_000;
      const terms = await published(...mandatory('terms', 3));
      expect(await titles(one)).toEqual(['risk 1', 'terms 3']);
      await world.call(one, 'acknowledgeNotice', { id: first });
      await world.call(one, 'acknowledgeNotice', { id: first });
      expect([await titles(one), await titles(two)]).toEqual([['terms 3'], ['risk 1', 'terms 3']]);

      const second = await published(...mandatory('risk', 2));
      expect([await titles(one), await titles(two)]).toEqual([
        ['terms 3', 'risk 2'],
        ['terms 3', 'risk 2'],
      ]);
      await world.call(two, 'acknowledgeNotice', { id: second });
      const { out } = await operator('content', 'acks');
      expect(out.map((line) => line.split('\t').slice(1, 3))).toEqual([
        ['risk version 2', 'asked for'],
        ['terms version 3', 'asked for'],
        ['risk version 1', 'replaced'],
      ]);
      expect(out[0]).toMatch(/\t1 of \d+ people\t/);
      expect(out[2]).toMatch(/\t1 of \d+ people\t/);

      await operator('content', 'withdraw', terms);
      expect(await titles(one)).toEqual(['risk 2']);
      expect(await world.refused(one, 'acknowledgeNotice', { id: terms })).toMatchObject({ code: 'not-found' });
    });

    it('keep who acknowledged what and when, whatever is tried', async () => {
      const one = await world.person('0');
      const id = await published(...mandatory('kept', 1));
      await world.call(one, 'acknowledgeNotice', { id });
      const rows = await fixture.database.pool.query(
        'SELECT user_id::text, acknowledged_at FROM content_acknowledgements WHERE content_id = $1',
        [id],
      );
      expect(rows.rows).toHaveLength(1);
      await fixture.owner(async ({ pool }) => {
        for (const tampering of [
          'UPDATE content_acknowledgements SET acknowledged_at = now()',
          'DELETE FROM content_acknowledgements',
        ])
          await expect(pool.query(tampering)).rejects.toThrow();
      });
    });

    it('have versions that only grow, and lead nowhere inside the app', async () => {
      await published(...mandatory('grows', 2));
      expect(await refusal(...mandatory('grows', 2))).toContain('the next one has to be higher');
      expect(await refusal('notice', 'publish', '--mandatory', 'grows', '--title', 'EN=x', '--body', 'EN=y')).toContain(
        'needs a name and a version',
      );
      const { out } = await operator(...mandatory('grows', 3), '--body', 'EN=[here](/pages/my/my)');
      expect(out).toContain('left out, EN: link "/pages/my/my"');
    });
  });

  describe('an operator', () => {
    it('is told what would be published, without publishing it', async () => {
      const before = (await world.call(who, 'newsItems', {})).items.length;
      const line = [
        'news',
        'publish',
        '--dry-run',
        '--title',
        'EN=Dry',
        '--text',
        'EN=run',
        '--body',
        'EN=<img src=x> hi',
      ];
      const { code, out } = await operator(...line);
      expect(code).toBe(EXIT.done);
      expect(out[0]).toBe(
        'this news can be published in EN; not in CN, TW, DE, FR, KO, JP, TH, VI; nothing is published yet',
      );
      expect(out).toContain('left out, EN: HTML "<img src=x>"');
      expect((await world.call(who, 'newsItems', {})).items).toHaveLength(before);
      const { json } = await operator('--json', 'audit', 'list', '--limit', '1');
      expect(json.data).toMatchObject([{ act: 'content check' }]);
    });

    it.each([
      [
        ['news', 'publish', '--title', 'DE=x', '--text', `DE=${'x'.repeat(401)}`],
        'the DE text has 401 characters, 400',
      ],
      [['news', 'publish', '--title', 'EN=x', '--text', 'EN=y', '--title', 'FR=z'], 'the FR text is empty'],
      [['news', 'publish', '--title', 'EN=x', '--text', 'EN=y', '--body', 'EN=<!-- -->'], 'nothing of the EN body'],
      [
        ['news', 'publish', '--title', 'EN=x', '--text', 'EN=y', '--body', `EN=${'> '.repeat(9_000)}x`],
        'EN body is nested too deeply',
      ],
      [['question', 'publish', '--topic', 'account', '--title', 'KO=x', '--body', 'KO= '], 'the KO body is empty'],
      [['question', 'publish', '--topic', 'weather', '--title', 'EN=x', '--body', 'EN=y'], 'topic'],
      [['news', 'publish', '--title', 'EN=x', '--text', 'EN=y', '--body', 'EN=@absent.md'], 'cannot be read'],
    ])('is told what is wrong, by language: %#', async (line, message) => {
      expect(await refusal(...line)).toContain(message);
    });

    it('sees what is there, with its languages and readers', async () => {
      const id = await news('Listed', '--title', 'DE=Gelistet', '--text', 'DE=Text');
      await world.call(who, 'markRead', { ids: [id] });
      const { out } = await operator('content', 'list', '--kind', 'news', '--limit', '1');
      expect(out).toEqual([`${id}\tnews\tpublished\t${new Date(world.time.now).toISOString()}\tDE,EN\t1 read\tListed`]);
      await operator('content', 'withdraw', id);
      expect((await operator('content', 'list', '--limit', '1')).out[0]).toContain('withdrawn');
    });
  });
});

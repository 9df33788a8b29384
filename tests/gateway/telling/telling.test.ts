/** The notice engine: told once, listed, read, and mailed as the person wants it (docs/rules.md §13). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LiveNotice } from '../../../contract/calls/live';
import { ACCOUNT_QUERY, NOTICE_QUERY, OWNER_QUERY } from '../../../contract/notice-link';
import { NOTICE_KINDS, NOTICES, declarationOf, isSwitchable } from '../../../contract/notices';
import { purgeNotices, KEEP_NOTICES_MS } from '../../../gateway/domain/telling/purge';
import { NOTICE_TEXTS } from '../../../gateway/domain/telling/texts';
import { withTransaction } from '../../../gateway/db/transaction';
import { announce, announceToAccounts } from '../../../gateway/domain/live/announce';
import { describeOnDatabase } from '../support/database';
import { openTellingWorld, type Member, type TellingWorld } from './world';
import { deliverMessages } from '../../../gateway/domain/identity/messages/messages';

describeOnDatabase('what people are told', (fixture) => {
  let world: TellingWorld;
  let alice: Member;
  beforeAll(async () => {
    world = await openTellingWorld(fixture.database);
  });
  afterAll(() => world.pushService.close());
  beforeEach(async () => {
    alice = await world.member();
  });
  const listed = async (who = alice, input = {}) =>
    (await world.done('toldNotices', input, { token: who.token })).items;
  const unread = async (who = alice) => (await world.done('unreadNotices', {}, { token: who.token })).count;
  /** Notices of the stream. */
  const streamed = async (who = alice) =>
    (await world.done('liveEvents', {}, { token: who.token })).events.flatMap(({ notice }) => notice?.kind ?? []);

  it('tells of every kind: in the list, on the stream, by mail where it has one; and a subject once', async () => {
    const notices = NOTICE_KINDS.map((kind) => ({ kind, subjectId: '7' }));
    await world.tell(alice, ...notices);
    const rows = await listed(alice, { limit: 100 });
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(NOTICE_KINDS));
    expect(
      rows.every(({ isRead, category, kind }) => !isRead && category === declarationOf(kind as 'otc-paid').category),
    ).toBe(true);
    expect((await streamed()).toSorted()).toEqual([...NOTICE_KINDS].toSorted());
    await world.work();
    await deliverMessages(world.deps);
    const lettered = NOTICE_KINDS.filter((kind) => declarationOf(kind).mail === 'letter');
    const subjects = world.mails.map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(lettered.map((kind) => NOTICE_TEXTS.EN.sentences[kind]).toSorted());
    // Everything again, a second later: only what can happen again is told again.
    world.advance(1_000);
    await world.tell(alice, ...notices);
    const again = NOTICE_KINDS.filter((kind) => declarationOf(kind).again === 'each');
    expect(await unread()).toBe(NOTICE_KINDS.length + again.length);
    const repeated = NOTICE_KINDS.filter((kind) => declarationOf(kind).again !== undefined);
    expect((await streamed()).slice(NOTICE_KINDS.length).toSorted()).toEqual(repeated.toSorted());
  });

  it('tells nothing of what is rolled back', async () => {
    const notice = { kind: 'deposit-credited', subjectId: '1' } as const;
    await expect(
      withTransaction(fixture.database, async (tx) => {
        await announce(tx, [{ to: alice.userId, topics: [], notice }], world.deps.clock.now());
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await listed()).toEqual([]);
  });

  it('marks read, one and all, and tells again of what is folded only then', async () => {
    const message = { kind: 'otc-message', subjectId: '9' } as const;
    await world.tell(alice, message);
    await world.tell(alice, message);
    await world.tell(alice, { kind: 'deposit-seen', subjectId: '1' });
    expect(await unread()).toBe(2);
    const mark = (input: object) => world.done('markNoticesRead', input, { token: alice.token });
    const [one] = (await listed()).filter(({ kind }) => kind === 'otc-message');
    await mark({ ids: [one?.id ?? ''] });
    expect(await unread()).toBe(1);
    world.advance(1_000);
    await world.tell(alice, message);
    expect(await unread()).toBe(2);
    await mark({ until: world.deps.clock.now() - 500 });
    expect((await listed()).filter(({ isRead }) => !isRead).map(({ kind }) => kind)).toEqual(['otc-message']);
    await mark({ until: world.deps.clock.now() });
    expect(await unread()).toBe(0);
    // Somebody else's notice is nobody's to mark, and no list shows it.
    const bob = await world.member();
    await world.tell(bob, { kind: 'deposit-seen', subjectId: '1' });
    const [ofBob] = await listed(bob);
    await mark({ ids: [ofBob?.id ?? '', 'x'] });
    expect(await unread(bob)).toBe(1);
  });

  it('keeps to what is switched off, and security cannot be', async () => {
    const set = (category: string, channel: string, isOn: boolean) =>
      world.call(
        'saveTellingPreferences',
        { switches: [{ category, channel, isOn }] as never },
        { token: alice.token },
      );
    await set('money', 'app', false);
    await set('money', 'mail', false);
    await world.tell(
      alice,
      { kind: 'deposit-credited', subjectId: '3' },
      { kind: 'password-changed', subjectId: 'account' },
    );
    expect(await unread()).toBe(1);
    expect(await streamed()).toEqual(['password-changed']);
    expect((await listed()).map(({ kind, isRead }) => [kind, isRead]).toSorted()).toEqual([
      ['deposit-credited', true],
      ['password-changed', false],
    ]);
    await world.work();
    await deliverMessages(world.deps);
    expect(world.mails.filter(({ to }) => to === alice.email)).toEqual([]);
    const refused = { switches: [{ category: 'security', channel: 'app', isOn: false }] as never };
    expect(await world.refusal('saveTellingPreferences', refused, { token: alice.token })).toBe('invalid-input');
    const { switches } = await world.done('tellingPreferences', {}, { token: alice.token });
    expect(switches.some(({ category }) => category === 'security')).toBe(false);
    expect(switches.find((one) => one.category === 'money' && one.channel === 'mail')?.isOn).toBe(false);
    expect(switches.find((one) => one.category === 'orders' && one.channel === 'app')?.isOn).toBe(true);
  });

  it('mails each letter once, in the owner’s language, however many gateways run', async () => {
    await world.done('unreadNotices', {}, { token: alice.token, lang: 'DE' });
    await world.tell(alice, { kind: 'withdrawal-paid', subjectId: '12' });
    const other = { ...world.deps };
    await Promise.all([world.work(), world.work()]);
    world.failing.times = 1;
    await Promise.all([deliverMessages(world.deps), deliverMessages(other)]);
    world.advance(60_000);
    await Promise.all([deliverMessages(world.deps), deliverMessages(other)]);
    expect(world.mails.filter(({ to }) => to === alice.email)).toHaveLength(1);
    const letter = world.mails.find(({ to }) => to === alice.email);
    expect(letter).toMatchObject({ to: alice.email, lang: 'DE', subject: 'Ihre Auszahlung wurde ausgeführt' });
    expect(letter?.text).toContain('https://rab.example/#/pages/withdraw_record/withdraw_record?id=12&notice=');
    expect(letter?.id).toMatch(/^notice-\d+-\d+$/);
  });

  it('says which account it is about, in the list, on the stream and in the letter’s address', async () => {
    const sub = await world.done('createSubAccount', { name: 'Savings' }, { token: alice.token });
    const notice = { kind: 'withdrawal-paid', subjectId: '12' } as const;
    const tellAccounts = (ids: readonly string[], what: LiveNotice) =>
      withTransaction(fixture.database, (tx) => announceToAccounts(tx, ids, [], world.deps.clock.now(), what));
    await tellAccounts([sub.id], notice);
    await tellAccounts([sub.id, alice.accountId], { kind: 'income-credited', subjectId: '2026-11-23' });
    await world.tell(alice, { kind: 'password-changed', subjectId: 'account' });
    expect((await listed()).map(({ kind, accountId }) => [kind, accountId]).toSorted()).toEqual([
      ['income-credited', alice.accountId],
      ['password-changed', null],
      ['withdrawal-paid', sub.id],
    ]);
    const { events } = await world.done('liveEvents', {}, { token: alice.token });
    expect(events.flatMap(({ notice: told }) => told ?? [])).toContainEqual({ ...notice, accountId: sub.id });
    await world.work();
    await deliverMessages(world.deps);
    const letter = world.mails.find(({ to, subject }) => to === alice.email && subject.includes('withdrawal'));
    expect(letter?.text).toContain(
      `?id=12&${ACCOUNT_QUERY}=${sub.id}&${NOTICE_QUERY}=${(await listed()).find(({ kind }) => kind === notice.kind)?.id}&${OWNER_QUERY}=${alice.userId}`,
    );
  });

  it('tells of what happens to two accounts at once for each of them', async () => {
    const sub = await world.done('createSubAccount', { name: 'Savings' }, { token: alice.token });
    const slips = { kind: 'slips-reported', subjectId: '4' } as const;
    await world.tell(alice, { ...slips, accountId: alice.accountId }, { ...slips, accountId: sub.id });
    expect((await listed()).map(({ accountId }) => accountId).toSorted()).toEqual([alice.accountId, sub.id].toSorted());
  });

  it('clears out what is older than half a year', async () => {
    await world.tell(alice, { kind: 'deposit-seen', subjectId: '1' });
    world.advance(KEEP_NOTICES_MS + 1);
    alice = { ...alice, ...(await world.member()) };
    await purgeNotices(world.deps);
    const { rows } = await fixture.database.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM notices');
    expect(rows[0]?.count).toBe(0);
  });
});

it('has a sentence for each kind in each language, which names no amount', () => {
  for (const { sentences } of Object.values(NOTICE_TEXTS)) {
    const all = NOTICE_KINDS.map((kind) => sentences[kind]);
    expect(new Set(all).size).toBe(NOTICE_KINDS.length);
    for (const sentence of all) expect(sentence.replace('72', '')).not.toMatch(/\d|\$\{/);
  }
  expect(Object.values(NOTICES).some(({ category }) => category === 'security' && isSwitchable(category, 'push'))).toBe(
    false,
  );
});

/** Freezing and thawing an account (docs/rules.md §3): what closes, who can, what the owner is told, and how it ends. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { calls, declarations, type CallInput, type CallName } from '../../../contract/index';
import { isDefined } from '../../../contract/call';
import { purgeIdentity } from '../../../gateway/domain/identity/purge';
import { seedConfiguration } from '../../../gateway/domain/settings/seed';
import { thawDue } from '../../../gateway/jobs/thaws';
import { deposit } from '../world';
import { freshAddress, freshEmail, DAY, HOUR, openWorld, PASSWORD, type Opened, type World } from '../identity/world';
import { exampleOf } from '../../support/examples';
import { describeOnDatabase } from '../support/database';
import { act, actAsTwo } from '../support/operators';

const TRADE = '739215';
const LINK = /https:\/\/rab\.example\/#\/pages\/security\/freeze\?link=([A-Za-z0-9_-]{43})/;

/** A freeze closes these calls (docs/rules.md §3). */
const CLOSED: readonly CallName[] = [
  'addBankMethod',
  'addChainMethod',
  'bindAuthenticator',
  'bindTradePassword',
  'buyMachine',
  'buyRab',
  'buyUsdt',
  'confirmPayment',
  'createCustodyOrder',
  'exchangeAssets',
  'redeemCustodyOrder',
  'removeMethod',
  'replaceAuthenticator',
  'requestWithdrawal',
  'sellRab',
  'sellUsdt',
  'sendUpdateLoginPasswordCode',
  'sendUpdateTradePasswordCode',
  'sendWithdrawalCode',
  'transferToAccount',
  'updateLoginPassword',
  'updateTradePassword',
];

describeOnDatabase('freeze', (fixture) => {
  let world: World;
  beforeAll(async () => {
    world = openWorld(fixture.database);
    await seedConfiguration(world.deps);
  });

  interface Someone extends Opened {
    email: string;
    from: { token: string };
  }
  async function someone(): Promise<Someone> {
    const email = freshEmail();
    const opened = await world.register(email);
    const from = { token: opened.token };
    await world.done('bindTradePassword', { tradePassword: TRADE, password: PASSWORD }, from);
    await fixture.tx((tx) => deposit(tx, opened.accountId, '1000', world.deps.clock.now()));
    return { ...opened, email, from };
  }
  const mailsTo = async (email: string) => {
    await world.sent();
    // Each log-in without a known device is told as well.
    return world.mails.filter(({ to, subject }) => to === email && !subject.includes('new device'));
  };
  const linkOf = async (email: string) => LINK.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';
  const freezeState = async (who: Someone, token = who.token) =>
    (await world.done('securityInfo', {}, { token })).freeze;
  const login = (email: string) =>
    world.done('logInByEmail', { loginName: email, password: PASSWORD }, { address: freshAddress() });
  const byLink = (link: string, address = freshAddress()) => world.call('freezeAccountByLink', { link }, { address });
  const thawCode = async ({ email }: Someone, from: { token: string }) => {
    await world.done('sendThawCode', {}, from);
    return world.codeFor(email);
  };
  const NUMBER = 'G12345678';
  /** Gives the person a document that an operator has approved. */
  const verified = async (who: Someone) => {
    await world.done('saveRealName', { documentType: 'passport', documentNumber: NUMBER }, who.from);
    await fixture.database.pool.query(`UPDATE users SET identity_status = 'approved' WHERE id = $1`, [who.userId]);
  };

  test('closes exactly the calls that say so, each before it asks for anything else; the rest works', async () => {
    const marked = declarations.filter(isDefined).filter(({ closedByFreeze }) => closedByFreeze);
    expect(marked.map(({ name }) => name).sort()).toEqual(CLOSED);
    const who = await someone();
    const ask = async (name: CallName) => {
      const key = calls[name].effect === 'money' ? { key: randomUUID() } : {};
      const answer = await world.call(name, exampleOf(name), { ...who.from, ...key });
      return answer.ok ? 'ok' : answer.code;
    };
    // Two that need a code of their own would only use it up.
    for (const name of ['transferToAccount', 'redeemCustodyOrder', 'removeMethod'] as const)
      expect(await ask(name)).not.toBe('account-frozen');
    await world.done('freezeAccount', {}, who.from);
    for (const name of CLOSED) expect([name, await ask(name)]).toEqual([name, 'account-frozen']);
    // No wrong try was counted by that, and what harms nobody still works.
    expect(await world.done('securityInfo', {}, who.from)).toMatchObject({ tradePasswordLockedUntil: null });
    await world.done('updateNickname', { nickname: 'Frosty' }, who.from);
    await world.done('assets', {}, who.from);
    await world.done('saveRealName', { documentType: 'passport', documentNumber: NUMBER }, who.from);
  });

  test('by the owner logs the others out, keeps this session, and mails the link', async () => {
    const who = await someone();
    const other = await login(who.email);
    await world.done('freezeAccount', {}, who.from);
    expect(await world.refusal('userInfo', {}, { token: other.token })).toBe('unauthorized');
    expect(await freezeState(who)).toEqual({ frozenAt: world.deps.clock.now(), thawsAt: null, waitMs: DAY });
    const [mail] = (await mailsTo(who.email)).slice(-1);
    expect(mail?.subject).toBe('Your RAB account is frozen');
    expect(mail?.text).toMatch(LINK);
    expect(mail?.text.endsWith('\nRAB\n')).toBe(true);
  });

  test('by the link of any security mail, on any device, ends all sessions; again it stays frozen', async () => {
    const who = await someone();
    const link = await linkOf(who.email);
    expect(link).toHaveLength(43);
    expect(await byLink(link)).toEqual({ ok: true, data: {} });
    expect(await world.refusal('userInfo', {}, who.from)).toBe('unauthorized');
    expect((await mailsTo(who.email)).at(-1)?.subject).toBe('Your RAB account is frozen');
    const count = (await mailsTo(who.email)).length;
    const again = await login(who.email);
    expect((await byLink(link)).ok).toBe(true);
    expect(await world.refusal('userInfo', {}, { token: again.token })).toBe('unauthorized');
    expect((await mailsTo(who.email)).length).toBe(count);
  });

  test('a link is 256 random bits of its own in each mail, stored as a hash, gone after seven days; nothing else opens by it', async () => {
    const who = await someone();
    const first = await linkOf(who.email);
    await world.done('sendUpdateTradePasswordCode', {}, who.from);
    const second = await linkOf(who.email);
    expect(second).not.toBe(first);
    const { rows } = await fixture.database.pool.query<{ hash: string }>('SELECT token_hash AS hash FROM freeze_links');
    expect(JSON.stringify(rows)).not.toContain(first);
    expect(await world.refusal('userInfo', {}, { token: first })).toBe('unauthorized');
    const guess = 'A'.repeat(43);
    expect(await byLink(guess)).toMatchObject({ ok: false, code: 'ticket-expired' });
    const later = openWorld(fixture.database, world.deps.clock.now() + 7 * DAY);
    const asked = await later.call('freezeAccountByLink', { link: second }, { address: freshAddress() });
    expect(asked).toMatchObject({ ok: false, code: 'ticket-expired' });
    await purgeIdentity(later.deps);
    const left = await fixture.database.pool.query('SELECT FROM freeze_links');
    expect(left.rowCount).toBe(0);
    expect(await freezeState(who)).toBeNull();
  });

  test('codes that strangers can ask for have no link, since nobody but the owner reads what is needed anyway', async () => {
    const who = await someone();
    await world.done('sendPasswordResetCode', { loginName: who.email });
    expect((await mailsTo(who.email)).at(-1)?.text).not.toMatch(LINK);
  });

  test('guesses of one address are bounded, and an answer tells nothing of accounts', async () => {
    const address = freshAddress();
    const codes = new Set<string>();
    for (let n = 0; n < 30; n += 1) {
      const answer = await byLink(String(n).padStart(43, 'B'), address);
      codes.add(answer.ok ? 'ok' : answer.code);
    }
    expect([...codes]).toEqual(['ticket-expired']);
    const who = await someone();
    expect(await byLink(await linkOf(who.email), address)).toMatchObject({ ok: false, code: 'rate-limited' });
    expect((await byLink(await linkOf(who.email))).ok).toBe(true);
  });

  test('thaws by document number and mailed code, after 24 h; each step is told, and it stays frozen until then', async () => {
    const who = await someone();
    await verified(who);
    await world.done('freezeAccount', {}, who.from);
    const code = await thawCode(who, who.from);
    const ask = (input: Partial<CallInput<'askThaw'>>) =>
      world.refused('askThaw', { documentNumber: NUMBER, code, ...input }, who.from);
    expect((await ask({ documentNumber: 'G12345679' })).code).toBe('identity-mismatch');
    expect((await ask({ code: code === '000001' ? '000002' : '000001' })).code).toBe('wrong-code');
    const thawsAt = world.deps.clock.now() + DAY;
    expect(await world.done('askThaw', { documentNumber: NUMBER, code }, who.from)).toEqual({ thawsAt });
    expect((await mailsTo(who.email)).at(-1)?.subject).toBe('Your RAB account is about to thaw');
    expect(await freezeState(who)).toMatchObject({ thawsAt });
    world.advance(DAY - 1);
    await thawDue(world.deps);
    const refused = await world.refused('removeMethod', { id: '1' }, who.from);
    expect(refused).toEqual({ code: 'account-frozen', data: { retryAfterMs: 1 } });
    world.advance(1);
    await thawDue(world.deps);
    expect(await freezeState(who)).toBeNull();
    expect((await mailsTo(who.email)).at(-1)?.subject).toBe('Your RAB account has thawed');
    expect(await world.refusal('removeMethod', { id: '1' }, who.from)).toBe('not-found');
    await world.done('freezeAccount', {}, who.from);
    expect(await freezeState(who)).toMatchObject({ thawsAt: null });
  });

  test('has no thaw without an approved name, and for five document numbers a day', async () => {
    const who = await someone();
    expect(await world.refusal('askThaw', { documentNumber: NUMBER, code: '123456' }, who.from)).toBe('not-found');
    await world.done('freezeAccount', {}, who.from);
    const ask = (documentNumber: string) => world.refused('askThaw', { documentNumber, code: '123456' }, who.from);
    expect((await ask(NUMBER)).code).toBe('needs-identity');
    await verified(who);
    for (let n = 0; n < 5; n += 1) expect((await ask(`G0000000${n}`)).code).toBe('identity-mismatch');
    expect((await ask(NUMBER)).code).toBe('rate-limited');
  });

  test('the link in the mail about the thaw takes it back, and so does freezing again', async () => {
    const who = await someone();
    await verified(who);
    await world.done('freezeAccount', {}, who.from);
    let { token } = who;
    for (const how of ['link', 'owner'] as const) {
      const code = await thawCode(who, { token });
      await world.done('askThaw', { documentNumber: NUMBER, code }, { token });
      if (how === 'link') expect((await byLink(await linkOf(who.email))).ok).toBe(true);
      else await world.done('freezeAccount', {}, { token });
      expect((await mailsTo(who.email)).at(-1)?.subject).toBe('The thaw of your RAB account was taken back');
      ({ token } = await login(who.email));
      expect(await freezeState(who, token)).toMatchObject({ thawsAt: null });
      world.advance(DAY + HOUR);
      await thawDue(world.deps);
      expect(await freezeState(who, token)).not.toBeNull();
    }
  });

  test('operators freeze at once, one is enough; a thaw takes two and the wait stays', async () => {
    const who = await someone();
    const freeze = { user: who.email, reason: 'a call from the owner' };
    expect(await act(world.deps, 'user freeze', freeze)).toMatchObject({ ok: true });
    expect(await world.refusal('userInfo', {}, who.from)).toBe('unauthorized');
    expect((await mailsTo(who.email)).at(-1)?.subject).toBe('Your RAB account is frozen');
    const { token } = await login(who.email);
    const thaw = { user: who.userId, reason: 'seen in person' };
    const proposed = await act(world.deps, 'user thaw', thaw);
    expect(proposed).toMatchObject({ ok: true, data: { proposal: expect.any(String) as string } });
    expect(await freezeState(who, token)).toMatchObject({ thawsAt: null });
    expect(await actAsTwo(world.deps, 'user thaw', thaw)).toMatchObject({ ok: true });
    const thawsAt = world.deps.clock.now() + DAY;
    expect(await freezeState(who, token)).toMatchObject({ thawsAt });
    expect((await mailsTo(who.email)).at(-1)?.subject).toBe('Your RAB account is about to thaw');
    const shown = await act(world.deps, 'users show', { user: who.userId });
    expect(shown).toMatchObject({ ok: true, data: { frozen: { by: 'operator', reason: freeze.reason } } });
    expect(await act(world.deps, 'user freeze', freeze)).toMatchObject({
      ok: true,
      data: { outcome: 'thaw-taken-back' },
    });
    expect(await actAsTwo(world.deps, 'user thaw', { ...thaw, user: (await someone()).userId })).toMatchObject({
      ok: false,
    });
  });

  test('a money call that was answered before the freeze gets its first answer again; another one does not run', async () => {
    const who = await someone();
    const { id: toAccountId } = await world.done('createSubAccount', { name: 'Savings' }, who.from);
    const input = { toAccountId, asset: 'USDT', amount: '5', tradePassword: TRADE } as const;
    const key = randomUUID();
    const first = await world.done('transferToAccount', input, { ...who.from, key });
    await world.done('freezeAccount', {}, who.from);
    expect(await world.done('transferToAccount', input, { ...who.from, key })).toEqual(first);
    expect(await world.refusal('transferToAccount', input, { ...who.from, key: randomUUID() })).toBe('account-frozen');
  });
});

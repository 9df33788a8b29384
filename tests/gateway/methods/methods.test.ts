/** Withdrawal methods: trade password, waiting time, masks, one's own only, names and look-alikes (docs/rules.md §2–4, §9). */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallInput } from '../../../contract/index';
import { verify } from '../otc/usdt/people';
import { describeOnDatabase } from '../support/database';
import { payingChain } from '../support/paying-chain';
import { DAY, freshEmail, openWorld, PASSWORD } from '../identity/world';

const TRADE = '739215';
const CARD: CallInput<'addBankMethod'> = {
  bankName: 'Bank of Kelp',
  cardNumber: '4242 4242 4242 4242',
  holderName: 'LIN  Mei',
  branch: 'Harbour',
  tradePassword: TRADE,
};

describeOnDatabase('withdrawal methods', (fixture) => {
  const randomAddress = () => `0x${randomBytes(20).toString('hex')}`;
  const chain = (address = randomAddress()): CallInput<'addChainMethod'> => ({
    network: 'BEP20',
    address,
    tradePassword: TRADE,
  });
  const openPayingWorld = () => {
    const world = openWorld(fixture.database);
    world.deps.chains = [payingChain(() => world.deps.clock.now())];
    return world;
  };
  const person = async () => {
    const world = openPayingWorld();
    const email = freshEmail();
    const { token, userId } = await world.register(email);
    const from = { token };
    await world.done('bindTradePassword', { tradePassword: TRADE, password: PASSWORD }, from);
    return { world, email, userId, from };
  };
  test('a crypto address is kept once, in its one spelling, usable after 24 hours; the owner is told', async () => {
    const { world, email, from } = await person();
    const address = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
    const added = await world.done('addChainMethod', chain(address), from);
    expect(added).toMatchObject({
      kind: 'chain',
      network: 'BEP20',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      usableAt: world.deps.clock.now() + DAY,
    });
    expect(await world.done('withdrawalMethods', {}, from)).toEqual({
      methods: [added],
      waitMs: DAY,
      networks: [{ network: 'BEP20', isTest: true }],
    });
    expect(await world.refusal('addChainMethod', chain(address.toUpperCase().replace('X', 'x')), from)).toBe(
      'method-exists',
    );
    await world.sent();
    expect(world.mails.at(-1)).toMatchObject({
      to: email,
      subject: 'A withdrawal method was added to your RAB account',
    });
  });

  test('an address is taken only for a network that the gateway pays over; one that it no longer serves says so', async () => {
    const { world, from } = await person();
    const tron = { ...chain('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'), network: 'TRC20' as const };
    expect(await world.refusal('addChainMethod', tron, from)).toBe('network-closed');
    world.deps.chains = [...world.deps.chains, payingChain(() => world.deps.clock.now(), 'TRC20')];
    const added = await world.done('addChainMethod', tron, from);
    expect(added).toMatchObject({ network: 'TRC20', isServed: true });
    world.deps.chains = world.deps.chains.slice(0, 1);
    const { methods, networks } = await world.done('withdrawalMethods', {}, from);
    expect(methods).toMatchObject([{ id: added.id, isServed: false }]);
    expect(networks.map(({ network }) => network)).toEqual(['BEP20']);
    // Its wait is nothing that one could withdraw after.
    const unmet = (await world.done('withdrawalConfig', {}, from)).conditions.find(({ name }) => name === 'method');
    expect(unmet).toEqual({ name: 'method', isMet: false, metAt: null });
  });

  test('of the same address three times at once one is kept', async () => {
    const { world, from } = await person();
    const input = chain();
    const answers = await Promise.all([1, 2, 3].map(() => world.call('addChainMethod', input, from)));
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.code)).sort()).toEqual([
      'method-exists',
      'method-exists',
      'ok',
    ]);
  });

  test('they need the trade password; wrong addresses are told before it is asked', async () => {
    const world = openPayingWorld();
    const from = { token: (await world.register(freshEmail())).token };
    expect(await world.refusal('addChainMethod', chain(), from)).toBe('needs-trade-password');
    await world.done('bindTradePassword', { tradePassword: TRADE, password: PASSWORD }, from);
    const wrong = { ...chain(), tradePassword: '111112' };
    expect(await world.refusal('addChainMethod', wrong, from)).toBe('wrong-trade-password');
    const refused = async (address: string) => {
      const answer = await world.call('addChainMethod', { ...wrong, address }, from);
      return answer.ok ? 'ok' : [answer.code, answer.body.message];
    };
    expect(await refused('0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toEqual([
      'address-checksum',
      'A character of this address is wrong. Please copy it again.',
    ]);
    expect(await refused('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toEqual([
      'address-other-network',
      'This is an address of the TRC20 network.',
    ]);
    expect((await refused('x'.repeat(30)))[0]).toBe('address-invalid');
    expect((await refused('0x12'))[0]).toBe('invalid-input');
  });

  test('a look-alike of a known address, also of a removed one, is refused until it was seen', async () => {
    const { world, from } = await person();
    const known = `0x1234${'a'.repeat(32)}5678`;
    const { id } = await world.done('addChainMethod', chain(known), from);
    await world.done('removeMethod', { id }, from);
    const alike = chain(`0x1234${'b'.repeat(32)}5678`);
    const refused = await world.refused('addChainMethod', alike, from);
    expect(refused).toMatchObject({ code: 'address-look-alike' });
    expect(refused.data.known?.toLowerCase()).toBe(known);
    await world.done('addChainMethod', { ...alike, isLookAlikeSeen: true }, from);
  });

  test('a bank card needs the approved name, shows four digits, and keeps none readable', async () => {
    const { world, userId, from } = await person();
    expect(await world.refusal('addBankMethod', CARD, from)).toBe('needs-identity');
    await verify(world.deps, userId, 'Lin Mei');
    const other = { ...CARD, holderName: 'Lin Mai' };
    expect(await world.refusal('addBankMethod', other, from)).toBe('holder-mismatch');
    const added = await world.done('addBankMethod', CARD, from);
    expect(added).toMatchObject({ kind: 'bank', cardLast4: '4242', holderName: 'Lin Mei', bankName: 'Bank of Kelp' });
    expect(JSON.stringify(added)).not.toContain('42424242');
    const { rows } = await fixture.database.pool.query('SELECT * FROM withdrawal_methods WHERE user_id = $1', [userId]);
    expect(JSON.stringify(rows)).not.toMatch(/42424242|Lin Mei|Harbour/);
    expect(await world.refusal('addBankMethod', { ...CARD, bankName: 'Other' }, from)).toBe('method-exists');
  });

  test('a card number with a wrong digit is told at its field', async () => {
    const { world, from } = await person();
    for (const cardNumber of ['4242424242424241', '4242', '4242-4242-4242-424x']) {
      const answer = await world.call('addBankMethod', { ...CARD, cardNumber }, from);
      expect(answer).toMatchObject({
        code: 'invalid-input',
        body: { fields: { cardNumber: 'This is not a valid card number.' } },
      });
    }
  });

  test('a removed one is neither listed nor found again; it can be added anew and waits again', async () => {
    const { world, from } = await person();
    const stranger = await person();
    const input = chain();
    const { id } = await world.done('addChainMethod', input, from);
    expect(await stranger.world.refusal('removeMethod', { id }, stranger.from)).toBe('not-found');
    await world.done('removeMethod', { id }, from);
    expect((await world.done('withdrawalMethods', {}, from)).methods).toEqual([]);
    expect(await world.refusal('removeMethod', { id }, from)).toBe('not-found');
    world.advance(2 * DAY);
    const again = await world.done('addChainMethod', input, from);
    expect(again.usableAt).toBe(world.deps.clock.now() + DAY);
  });

  test('they are at most twenty', async () => {
    const { world, from } = await person();
    for (let i = 0; i < 20; i += 1) await world.done('addChainMethod', chain(), from);
    expect(await world.refused('addChainMethod', chain(), from)).toMatchObject({
      code: 'limit-reached',
      data: { limit: '20' },
    });
  });
});

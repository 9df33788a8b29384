/**
 * The RAB market between a maker and three takers: one order, filled in three parts, each of which shows on the maker's screen as
 * it happens; what is left is cancelled. RAB are checked to the last unit; USDT where nothing else moves them.
 */
import { toAmount, toUnits } from '../../contract/money';
import { paths } from '../../src/app/paths';
import { sendMoney, sendOk } from '../support/envelope-client';
import {
  DEMO,
  expect,
  LOGIN_PASSWORD,
  logIn,
  test,
  TRADE_PASSWORD,
  typeTradePassword,
  type Gateway,
} from './support/app';
import { collectComplaints } from './support/complaints';
import { visit } from './support/routes';
import { registered } from './support/traders';

// Installing the app costs each new browser as much as a dozen screens, and what is looked at here is the same without.
test.use({ serviceWorkers: 'block' });

/** Between the demo traders' orders: nothing else is bought or sold at this price. */
const PRICE = '0.125';
const TAKERS = ['one', 'two', 'three'].map((name) => ({ email: `${name}@example.com`, nickname: `Taker ${name}` }));

async function newTaker(gateway: Gateway, taker: { email: string; nickname: string }): Promise<string> {
  const token = await registered(gateway, taker);
  await sendOk(
    gateway.origin,
    'bindTradePassword',
    { tradePassword: TRADE_PASSWORD, password: LOGIN_PASSWORD },
    { token },
  );
  return token;
}

/** Buys over the gateway's calls: what others do is not what the maker's screen is told by the test. */
async function buys({ origin }: Gateway, token: string, quantity: string): Promise<void> {
  const order = { price: PRICE, quantity, canSplit: true, mode: 'now' as const };
  const { worst } = await sendOk(origin, 'rabQuote', { side: 'buy', ...order }, { token });
  const input = { ...order, fee: worst.fee, tradePassword: TRADE_PASSWORD };
  const { order: placed } = await sendMoney(origin, 'buyRab', input, token);
  expect(placed.status).toBe('completed');
}

/** Sums a person's balance of an asset, held included. */
async function wealth({ origin }: Gateway, token: string, asset: 'RAB' | 'USDT'): Promise<bigint> {
  const { cash } = await sendOk(origin, 'assets', {}, { token });
  const { available = '0', held = '0' } = cash.find((row) => row.asset === asset) ?? {};
  return toUnits(available, asset) + toUnits(held, asset);
}

test('an order is filled by three takers while its maker looks on, and the rest is cancelled', async ({
  browser,
  gateway,
}) => {
  const [first = '', second = '', third = ''] = await Promise.all(TAKERS.map((taker) => newTaker(gateway, taker)));
  const tokens = [first, second, third];
  const rabBefore = await Promise.all(tokens.map((token) => wealth(gateway, token, 'RAB')));
  const usdtBefore = await wealth(gateway, second, 'USDT');
  const maker = await browser.newPage();
  const complaints = await collectComplaints(maker);
  const sheet = maker.getByRole('dialog');
  const main = maker.locator('main');
  const filled = main.getByRole('progressbar', { name: 'Filled' });

  await test.step('the maker offers 300 RAB; a price outside the band is refused at its field', async () => {
    await logIn(maker, gateway, DEMO);
    await visit(maker, paths.trade);
    await maker.getByRole('button', { name: 'Publish' }).click();
    await sheet.getByRole('radio', { name: 'Sell RAB' }).check();
    const price = sheet.getByLabel('Price');
    await price.fill('0.2');
    await sheet.getByLabel('Quantity').fill('300');
    await expect(price).toHaveAttribute('aria-invalid', 'true');
    await expect(sheet).toContainText(/Prices from 0\.1125 to 0\.1375 are allowed/);
    await price.fill(PRICE);
    await expect(sheet).toContainText(/You receive when all of it is filled[\s\S]*37\.4/);
    await sheet.getByRole('button', { name: 'Next: trade password' }).click();
    await typeTradePassword(maker, DEMO.tradePassword);
    await sheet.getByRole('button', { name: 'To the order' }).click();
    await expect(filled).toHaveAttribute('aria-valuenow', '0');
  });

  await test.step('the first takes 100 of it on the market’s list', async () => {
    const taker = await browser.newPage();
    const ofTaker = taker.getByRole('dialog');
    await logIn(taker, gateway, { email: TAKERS[0]?.email ?? '', password: LOGIN_PASSWORD });
    await visit(taker, paths.trade);
    await taker.getByRole('button', { name: new RegExp(`^Buy: .*, ${PRICE} USDT$`) }).click();
    await ofTaker.getByLabel('Quantity').fill('100');
    await expect(ofTaker).toContainText(/Deducted at most[\s\S]*12\.525/);
    await ofTaker.getByRole('button', { name: 'Next: trade password' }).click();
    await typeTradePassword(taker, TRADE_PASSWORD);
    await ofTaker.getByRole('button', { name: 'To the order' }).click();
    await expect(taker.locator('main')).toContainText('All of it was filled.');
    await taker.context().close();
    await expect(filled).toHaveAttribute('aria-valuenow', '33');
    await expect(main.getByRole('link', { name: /Taker one/ })).toBeVisible();
  });

  await test.step('two more fill 90 and 80', async () => {
    await buys(gateway, second, '90');
    await expect(filled).toHaveAttribute('aria-valuenow', '63');
    await buys(gateway, third, '80');
    await expect(filled).toHaveAttribute('aria-valuenow', '90');
  });

  await test.step('the maker cancels what is left', async () => {
    await main.getByRole('button', { name: 'Cancel order' }).click();
    await expect(sheet).toContainText('30 RAB are available again at once.');
    await sheet.getByRole('button', { name: 'Cancel order' }).click();
    await expect(main).toContainText('You cancelled what was still waiting.');
    await expect(main.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
  });

  await test.step('everybody has what was traded', async () => {
    const rab = await Promise.all(tokens.map((token) => wealth(gateway, token, 'RAB')));
    expect(rab.map((units, index) => toAmount(units - (rabBefore[index] ?? 0n), 'RAB'))).toEqual([
      '100.00000000',
      '90.00000000',
      '80.00000000',
    ]);
    // 11.25 and 0.2 % of it.
    const usdt = await wealth(gateway, second, 'USDT');
    expect(toAmount(usdtBefore - usdt, 'USDT')).toBe('11.272500');
    expect(await complaints()).toEqual([]);
  });
});

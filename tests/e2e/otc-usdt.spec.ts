/**
 * The USDT market between two people with a browser each: one trade with chat and proof to its end, one that is disputed and
 * ruled. Both see each other's steps as they happen; the money is checked to the last unit.
 */
import type { Browser, Page } from '@playwright/test';
import { toAmount, toUnits } from '../../contract/money';
import { paths } from '../../src/app/paths';
import { sendMoney, sendOk } from '../support/envelope-client';
import { operate } from '../support/operator';
import {
  expect,
  LOGIN_PASSWORD,
  logIn,
  settle,
  tab,
  test,
  TRADE_PASSWORD,
  typeTradePassword,
  type Gateway,
} from './support/app';
import { collectComplaints } from './support/complaints';
import { visit } from './support/routes';
import { makeTrader, picture } from './support/traders';

// Installing the app costs each new browser as much as a dozen screens, and what is looked at here is the same without.
test.use({ serviceWorkers: 'block' });

const CARD = '4242424242424242';
const SELLER = { email: 'seller@example.com', nickname: 'Mai', realName: 'Mai Lin', cardNumber: CARD };
const BUYER = { email: 'buyer@example.com', nickname: 'Kai', realName: 'Kai Berg', cardNumber: CARD };
/** A trade keeps what was set when it began. */
const DISPUTED_AT_ONCE = { 'otc.disputeAfterMs': 0 };

async function openFor(browser: Browser, gateway: Gateway, who: { email: string }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints = await collectComplaints(page);
  await logIn(page, gateway, { email: who.email, password: LOGIN_PASSWORD });
  return { page, complaints, close: () => context.close() };
}

/** Takes the offer over the gateway's calls, and pays; the test looks at the screens of both sides. */
async function takenTrade(gateway: Gateway, token: string, offerId: string, quantity: string): Promise<string> {
  const { origin } = gateway;
  const { offer } = await sendOk(origin, 'usdtOffer', { id: offerId }, { token });
  const order = { kind: 'take' as const, offerId, version: offer.version, quantity, methodIds: [] };
  const { fee } = await sendOk(origin, 'usdtQuote', { side: 'buy', order }, { token });
  const input = { order, fee, tradePassword: TRADE_PASSWORD };
  const answer = await sendMoney(origin, 'buyUsdt', input, token);
  return answer.order.id;
}

/** Looks at a person's USDT now; the returned function tells the gain since then, and the amount held. */
async function watchUsdt({ origin }: Gateway, token: string): Promise<() => Promise<{ gained: string; held: string }>> {
  const look = async () => {
    const { cash } = await sendOk(origin, 'assets', {}, { token });
    const usdt = cash.find(({ asset }) => asset === 'USDT');
    return { available: toUnits(usdt?.available ?? '0', 'USDT'), held: usdt?.held ?? '0' };
  };
  const start = await look();
  return async () => {
    const now = await look();
    return { gained: toAmount(now.available - start.available, 'USDT'), held: now.held };
  };
}

async function sayPaid(page: Page, reference: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  await page.locator('main').getByRole('button', { name: 'I have paid' }).click();
  await sheet.getByLabel('Payment reference').fill(reference);
  await attach(page);
  await sheet.getByRole('button', { name: 'I have paid' }).click();
  await expect(sheet).toBeHidden();
}

async function attach(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  const file = { name: 'proof.jpg', mimeType: 'image/jpeg', buffer: await picture() };
  await sheet.locator('input[type="file"]:not([capture])').setInputFiles(file);
  await expect(sheet.getByRole('img', { name: 'Image 1' })).toBeVisible();
  await expect(sheet.getByRole('progressbar')).toHaveCount(0);
}

const stateOf = (page: Page, name: string) => page.locator('main').getByRole('heading', { name, exact: true });

test('two people trade USDT: chat and proof, then a dispute that is ruled', async ({ browser, gateway }) => {
  test.setTimeout(1_200_000);
  const { varDir } = gateway;
  const sellerToken = await makeTrader(gateway, SELLER);
  const buyerToken = await makeTrader(gateway, BUYER);
  const sellerUsdt = await watchUsdt(gateway, sellerToken);
  const buyerUsdt = await watchUsdt(gateway, buyerToken);
  const seller = await openFor(browser, gateway, SELLER);
  const buyer = await openFor(browser, gateway, BUYER);
  const ids = { offer: '', whole: '', disputed: '' };

  await test.step('the seller publishes an offer; what it holds is told before', async () => {
    const { page } = seller;
    const sheet = page.getByRole('dialog');
    await tab(page, 'Trade');
    await page.getByRole('radio', { name: 'USDT', exact: true }).check();
    await page.getByRole('button', { name: 'Publish' }).click();
    await sheet.getByRole('radio', { name: 'Sell USDT' }).check();
    await sheet.getByLabel('Price').fill('7.18');
    await sheet.getByLabel('Quantity').fill('300');
    await sheet.getByLabel('Smallest trade').fill('100');
    await sheet.getByLabel('Largest trade').fill('2154');
    await expect(sheet).toContainText(/Set aside, fee included[\s\S]*300\.6/);
    await sheet.getByRole('button', { name: 'Next: trade password' }).click();
    await typeTradePassword(page, TRADE_PASSWORD);
    await sheet.getByRole('button', { name: 'See the offer' }).click();
    await expect(page.locator('main')).toContainText(/Still on offer[\s\S]*300\.000000/);
    ids.offer = new URL(page.url()).hash.match(/id=(\d+)/)?.[1] ?? '';
  });

  await test.step('the buyer takes 100 of it for 718 CNY and sees where to pay', async () => {
    const { page } = buyer;
    const sheet = page.getByRole('dialog');
    await visit(page, `${paths.trade}?market=usdt`);
    await page.getByRole('button', { name: /^Buy: Mai/ }).click();
    await sheet.getByLabel('How much to buy').fill('718');
    await expect(sheet).toContainText(/You receive[\s\S]*99\.800000/);
    await sheet.getByRole('button', { name: 'Next: trade password' }).click();
    await typeTradePassword(page, TRADE_PASSWORD);
    await sheet.getByRole('button', { name: 'To the order' }).click();
    await expect(stateOf(page, 'Awaiting your payment')).toBeVisible();
    await expect(page.locator('main')).toContainText('4242 4242 4242 4242');
    await expect(page.locator('main')).toContainText('Mai Lin');
    ids.whole = new URL(page.url()).hash.match(/id=(\d+)/)?.[1] ?? '';
  });

  await test.step('they write to each other; each sees what was read', async () => {
    const ofBuyer = buyer.page.getByRole('log');
    const ofSeller = seller.page.getByRole('log');
    await buyer.page.getByRole('link', { name: /^Messages/ }).click();
    await buyer.page.getByLabel('Message', { exact: true }).fill('Transfer comes from Kai Berg');
    await buyer.page.getByRole('button', { name: 'Send' }).click();
    await expect(ofBuyer.getByText('Sent', { exact: true })).toBeVisible();

    await visit(seller.page, `${paths.otcOrder}?id=${ids.whole}`);
    await seller.page.getByRole('link', { name: 'Messages (1)' }).click();
    await expect(ofSeller.getByText('Transfer comes from Kai Berg')).toBeVisible();
    await expect(ofBuyer.getByText('Read', { exact: true })).toBeVisible();
    const buffer = await picture();
    await seller.page
      .getByLabel('Add an image')
      .and(seller.page.locator('input'))
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
    await seller.page.getByRole('button', { name: 'Send' }).click();
    await expect(ofBuyer.getByRole('button', { name: 'Enlarge: Image' })).toBeVisible();
    await buyer.page.getByRole('button', { name: 'Back' }).click();
    await seller.page.getByRole('button', { name: 'Back' }).click();
  });

  await test.step('paid with proof, confirmed, completed: both screens follow', async () => {
    await expect(stateOf(seller.page, 'Awaiting the buyer’s payment')).toBeVisible();
    await sayPaid(buyer.page, 'KELP-718');
    await expect(stateOf(buyer.page, 'Awaiting the seller’s confirmation')).toBeVisible();
    const { page } = seller;
    await expect(stateOf(page, 'Confirm receipt')).toBeVisible();
    await expect(page.locator('main')).toContainText('KELP-718');
    await expect(page.getByRole('button', { name: 'Enlarge: Proof 1' })).toBeVisible();
    await page.locator('main').getByRole('button', { name: 'Confirm receipt' }).click();
    await typeTradePassword(page, TRADE_PASSWORD);
    await expect(page.getByRole('dialog')).toContainText('The USDT has gone to the buyer.');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await expect(stateOf(buyer.page, 'Completed')).toBeVisible();
    await expect(buyer.page.locator('main')).not.toContainText('4242 4242');
    expect(await buyerUsdt()).toEqual({ gained: '99.800000', held: '0.000000' });
  });

  await test.step('a dispute: evidence of both sides, and a ruling with its reason', async () => {
    const setBack = await settle(gateway, DISPUTED_AT_ONCE);
    ids.disputed = await takenTrade(gateway, buyerToken, ids.offer, '50');
    await setBack();
    await visit(buyer.page, `${paths.otcOrder}?id=${ids.disputed}`);
    await sayPaid(buyer.page, 'KELP-359');
    await visit(seller.page, `${paths.otcOrder}?id=${ids.disputed}`);
    await seller.page.getByRole('button', { name: /^Open a dispute/ }).click();
    const sheet = seller.page.getByRole('dialog');
    await sheet.getByLabel('What has happened').fill('No money has come');
    await sheet.getByRole('button', { name: 'Open a dispute' }).click();
    await expect(stateOf(seller.page, 'In dispute')).toBeVisible();

    await expect(stateOf(buyer.page, 'In dispute')).toBeVisible();
    await expect(buyer.page.locator('main')).toContainText('No money has come');
    await buyer.page.locator('main').getByRole('button', { name: 'Add evidence' }).click();
    await buyer.page.getByRole('dialog').getByLabel('What has happened').fill('Here is the transfer');
    await attach(buyer.page);
    await buyer.page.getByRole('dialog').getByRole('button', { name: 'Add evidence' }).click();
    await expect(seller.page.locator('main')).toContainText('Here is the transfer');

    await operate(varDir, [
      'otc',
      'rule',
      ids.disputed,
      '--for',
      'buyer',
      '--reason',
      'The bank confirms the transfer',
    ]);
    for (const { page } of [buyer, seller]) {
      await expect(stateOf(page, 'Completed')).toBeVisible();
      await expect(page.locator('main')).toContainText('The bank confirms the transfer');
    }
    expect(await buyerUsdt()).toEqual({ gained: '149.700000', held: '0.000000' });
  });

  await test.step('the offer holds the rest; taken back, everything is there to the last unit', async () => {
    const { page } = seller;
    await visit(page, `${paths.otcOrder}?id=${ids.offer}&market=offer`);
    await expect(page.locator('main')).toContainText(/Still on offer\s*150\.000000/);
    await page.getByRole('button', { name: 'Take the offer back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
    await expect(page.getByText('The offer is off the market')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take the offer back' })).toHaveCount(0);
    // 150 sold, and the fee of 0.2 % on top.
    expect(await sellerUsdt()).toEqual({ gained: '-150.300000', held: '0.000000' });
    expect(await buyerUsdt()).toEqual({ gained: '149.700000', held: '0.000000' });
    expect((await operate(varDir, ['reconcile'])).join('\n')).not.toMatch(/differ/i);
  });

  await test.step('both have it among their orders', async () => {
    await visit(buyer.page, paths.myUsdtOrders);
    await expect(buyer.page.getByRole('list', { name: 'My USDT orders' }).getByRole('button')).toHaveCount(2);
    await visit(seller.page, `${paths.myUsdtOrders}?side=sell&status=completed`);
    await expect(seller.page.getByRole('list', { name: 'My USDT orders' }).getByRole('button')).not.toHaveCount(0);
  });
  for (const { complaints } of [buyer, seller]) expect(await complaints()).toEqual([]);
  await buyer.close();
  await seller.close();
});

/** Operators declare a dividend, a person claims it on one of two devices; a payout of the insurance fund stands where everybody reads it. */
import { randomUUID } from 'node:crypto';
import { DIVIDEND_ASSET } from '../../contract/calls/dividends';
import { toUnits } from '../../contract/money';
import { paths } from '../../src/app/paths';
import { actOn } from '../support/operator';
import { collectComplaints } from './support/complaints';
import { DEMO, expect, logIn, test, type Gateway } from './support/app';
import { visit } from './support/routes';

const DAY_MS = 86_400_000;
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Declares all that may be declared of the demo's days, however much that is, out of a pool that holds just that. @returns the sum */
async function declare({ varDir }: Gateway): Promise<string> {
  // Yesterday is not closed in the first minutes of a day.
  const days = { from: isoDay(Date.now() - 32 * DAY_MS), to: isoDay(Date.now() - 2 * DAY_MS) };
  const tooMuch = await actOn(varDir, 'dividend declare', { ...days, amount: '1000000' });
  const [, amount = ''] = /^at most ([0-9.]+) USDT/.exec(tooMuch.ok ? '' : tooMuch.message) ?? [];
  expect(toUnits(amount, DIVIDEND_ASSET)).toBeGreaterThan(0n);
  const funding = { pool: 'dividend', asset: 'USDT', from: 'operator-capital', reason: 'test', runId: randomUUID() };
  expect(await actOn(varDir, 'fund-pool', { ...funding, amount })).toMatchObject({ ok: true });
  expect(await actOn(varDir, 'dividend declare', { ...days, amount })).toMatchObject({ ok: true, data: { amount } });
  return amount;
}

test('a dividend is declared, claimed once, and gone from the other device; the fund tells its payout', async ({
  browser,
  gateway,
  page,
}) => {
  const complaints = await collectComplaints(page);
  await logIn(page, gateway, DEMO);
  const other = await (await browser.newContext()).newPage();
  await logIn(other, gateway, DEMO);
  await visit(page, paths.aiDividend);
  await expect(page.getByText('There is nothing to claim now.')).toBeVisible();
  await declare(gateway);

  // Both devices hear of it by themselves.
  await visit(other, paths.aiDividend);
  const claim = page.getByRole('button', { name: /^Claim / });
  await expect(claim).toBeVisible();
  const share = /Claim ([0-9.,]+ USDT)/.exec((await claim.textContent()) ?? '')?.[1] ?? '';
  await expect(other.getByRole('button', { name: `Claim ${share}` })).toBeVisible();
  await claim.click();
  await expect(page.getByText(`Credited to your main account: ${share}`)).toBeVisible();
  for (const device of [page, other]) {
    await expect(device.getByText('There is nothing to claim now.')).toBeVisible();
    await expect(device.getByRole('button', { name: /Claimed$/ })).toBeVisible();
  }
  await visit(page, paths.cashStatement);
  await expect(page.getByRole('button', { name: /^AI dividend/ }).first()).toContainText(share.replace(' USDT', ''));

  const payout = { outside: true, amount: '0.000001', reason: 'Postage for a lost card', runId: randomUUID() };
  expect(await actOn(gateway.varDir, 'insurance pay', payout)).toMatchObject({ ok: true });
  await visit(page, paths.insuranceFund);
  await expect(page.getByText('The fund is not a guarantee')).toBeVisible();
  await page.getByText('Payouts', { exact: true }).click();
  await page.getByRole('button', { name: /Postage for a lost card/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Outside the platform');
  expect(await actOn(gateway.varDir, 'reconcile', {})).toMatchObject({ ok: true, data: { isSound: true } });
  expect(await complaints()).toEqual([]);
});

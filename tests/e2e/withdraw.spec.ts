/** Withdrawing by hand: from everything missing to a withdrawal that is paid out over the chain; offline after that. */
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { paths } from '../../src/app/paths';
import { codeFromMailbox } from '../support/gateway-process';
import { collectComplaints } from './support/complaints';
import {
  DEMO,
  expect,
  logIn,
  operator,
  test,
  typeCode,
  typeTradePassword,
  untilInstalled,
  type Gateway,
} from './support/app';
import { visit } from './support/routes';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const STEP_MS = 30_000;
/** A block, three more on top of it, and as many rounds of the gateway's job. */
const PAID_MS = 90_000;

/** The zone where it is about noon now, so that no run is near the window's ends. */
function zoneOfNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** Open every day, and nothing has to wait: what the calendar says on the day of the run is not what is tested here. */
async function openWindow(gateway: Gateway): Promise<void> {
  const figures = {
    'app.timeZone': zoneOfNoon(),
    'withdrawals.hours': '{"from":"00:00","until":"23:59"}',
    'withdrawals.weekdays': '[1,2,3,4,5,6,7]',
    'security.withdrawalPauseMs': '0',
    'security.methodWaitMs': '0',
  };
  for (const [key, value] of Object.entries(figures)) await operator(gateway, 'config', 'set', key, value);
}

/** An authenticator app: each answer is a code that was not given before, and that the gateway takes (one step either way). */
function authenticatorOf(secret: string): () => Promise<string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const stepNow = () => Math.floor(Date.now() / STEP_MS);
  let last = 0;
  return async () => {
    last = Math.max(last + 1, stepNow());
    await expect.poll(stepNow, { timeout: 3 * STEP_MS }).toBeGreaterThanOrEqual(last - 1);
    return totp.generate({ timestamp: last * STEP_MS });
  };
}

test('from the checklist to a withdrawal that is paid out', async ({ context, page, gateway }) => {
  const complaints = await collectComplaints(page);
  await openWindow(gateway);
  await logIn(page, gateway, DEMO);
  const main = page.locator('main');
  const sheet = page.getByRole('dialog');
  const checklist = page.getByRole('region', { name: 'What withdrawing needs' });
  let nextCode: () => Promise<string> = async () => '';

  await test.step('everything that is missing is named; its screens lead back', async () => {
    await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
    await expect(main).toContainText(/Open now[\s\S]*Open until/);
    await expect(checklist.getByText('Missing')).toHaveCount(3);

    await checklist.getByRole('button', { name: /Google Authenticator/ }).click();
    const key = await page.getByRole('button', { name: /Key, to type in/ }).innerText();
    nextCode = authenticatorOf(key.replace(/Key, to type in|Copy|\s/g, ''));
    await page.getByLabel('Login password').fill(DEMO.password);
    await typeCode(page, await nextCode());
    await page.getByRole('checkbox', { name: 'I have kept them' }).check();
    await page.getByRole('button', { name: 'Done' }).click();

    await checklist.getByRole('button', { name: /Real-name verification/ }).click();
    const picture = { create: { width: 90, height: 60, channels: 3, background: '#3a6' } } as const;
    const buffer = await sharp(picture).jpeg().toBuffer();
    const images = page.locator('input[type="file"]:not([capture])');
    await images.setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible();
    await page.getByText('Passport').click();
    await page.getByLabel('Document number').fill('g12345678');
    await page.getByLabel('Name as in the document').fill('Lin Mei');
    await page.getByRole('button', { name: 'Hand in for review' }).click();
    const shown = JSON.parse(await operator(gateway, 'identity', 'show', DEMO.email)) as { data: { version: number } };
    await operator(gateway, 'identity', 'approve', DEMO.email, '--seen', String(shown.data.version));
    await page.getByRole('button', { name: 'Back to what you were doing' }).click();

    await checklist.getByRole('button', { name: /Withdrawal method/ }).click();
    await page.getByRole('link', { name: 'Add a crypto address' }).click();
    await page.getByLabel('Receiving address').fill(ADDRESS);
    await page.getByRole('button', { name: 'Next: trade password' }).click();
    await typeTradePassword(page, DEMO.tradePassword);
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect(page).toHaveURL((url) => url.hash === `#${paths.withdrawalMethods}`);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('radio', { name: /BEP20 · local test network/ })).toBeChecked();
    await expect(checklist).toHaveCount(0);
  });

  await test.step('one is asked for, approved by the operator, sent, and followed to its end on screen', async () => {
    await page.getByLabel('Amount to receive').fill('20');
    await page.getByRole('button', { name: 'Next: check and confirm' }).click();
    const askedAt = Date.now();
    await sheet.getByRole('button', { name: 'Send code', exact: true }).click();
    await expect(sheet).toContainText('It counts for this amount and method only.');
    await typeCode(page, await codeFromMailbox(gateway.varDir, DEMO.email, askedAt));
    await expect(sheet).toContainText('Step 2 of 3');
    await typeCode(page, await nextCode());
    await typeTradePassword(page, DEMO.tradePassword);
    await expect(sheet).toContainText('Amount and fee are set aside.');
    await sheet.getByRole('button', { name: 'See the withdrawal' }).click();
    await expect(sheet.getByRole('list', { name: 'What became of it' })).toContainText(/Asked for[\s\S]*Review/);
    await expect(sheet.getByRole('button', { name: 'Cancel this withdrawal' })).toBeVisible();
    await expect(sheet).toContainText('21.020000');
    const { data } = JSON.parse(await operator(gateway, 'withdrawal', 'list')) as { data: { id: string }[] };
    await operator(gateway, 'withdrawal', 'approve', data[0]?.id ?? '');
    await expect(sheet).toContainText(/Sent to the network[\s\S]*3 of 3 confirmations[\s\S]*0x[0-9a-f]{64}/, {
      timeout: PAID_MS,
    });
    await page.keyboard.press('Escape');
    await expect(main.getByRole('button', { name: /Success/ })).toBeVisible();
    expect(JSON.parse(await operator(gateway, 'reconcile', '--chain'))).toMatchObject({ ok: true });
  });

  await test.step('offline the records are there, and the form says what it needs', async () => {
    await untilInstalled(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('list', { name: 'Withdrawals' }).getByRole('button')).toHaveCount(1);
    await visit(page, paths.withdraw);
    await expect(main).toContainText('Moving money needs a connection');
    await context.setOffline(false);
  });
  expect((await complaints()).filter((line) => !/ERR_INTERNET_DISCONNECTED|^warning: /.test(line))).toEqual([]);
});

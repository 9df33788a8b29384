/** A deposit from outside, over the local test network: from the address on screen to the credit, and offline after that. */
import sharp from 'sharp';
import { encode } from 'uqr';
import { paths } from '../../src/app/paths';
import { QR_AREA, WIDTH } from '../../src/pages/deposit/Deposit/address-image';
import { collectComplaints } from './support/complaints';
import { expect, operator, register, test, untilInstalled } from './support/app';
import { visit } from './support/routes';

/** Three blocks, and as many rounds of the gateway's job. */
const CREDITED_MS = 60_000;

test('250.5 USDT come in: the address, 0/3 … 3/3 on screen, credited once, readable offline', async ({
  context,
  page,
  gateway,
}) => {
  const complaints = await collectComplaints(page);
  await register(page, gateway, 'payee@example.com');
  const main = page.locator('main');
  let address = '';

  await test.step('the network, the warnings, and then the address', async () => {
    await visit(page, paths.assets);
    await page.getByRole('link', { name: 'Deposit', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'BEP20 · local test network' })).toBeChecked();
    await expect(main).toContainText('its USDT has no value');
    await expect(main).toContainText(/Only USDT over BEP20\.[\s\S]*Minimum deposit[\s\S]*1 USDT/);
    await expect(page.getByRole('img', { name: 'QR code with the address below' }).locator('path')).not.toHaveAttribute(
      'd',
      '',
    );
    const shown = /0x[0-9a-fA-F ]{40,60}/.exec(await main.innerText())?.[0] ?? '';
    address = shown.replace(/\s/g, '');
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  });

  await test.step('the address as a picture, with the same code and in a file of its own', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as image' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`RAB-USDT-BEP20-${address.slice(-6)}.png`);
    const { data, info } = await sharp(await download.path())
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(WIDTH);
    const code = encode(address, { ecc: 'M', border: 4 }).data;
    const pitch = QR_AREA.size / code.length;
    const at = (place: number) => Math.round((place + 0.5) * pitch);
    const read = code.map((row, y) =>
      row.map((_, x) => (data[(QR_AREA.y + at(y)) * info.width + QR_AREA.x + at(x)] ?? 255) < 128),
    );
    expect(read).toEqual(code);
  });

  await test.step('what is paid from outside is confirmed while one looks, and credited', async () => {
    await operator(gateway, 'chain', 'send', '--to', address, '--amount', '250.5');
    // A busy machine may show it first when it is credited already.
    await expect(main.getByText(/^(Confirming [0-3]\/3|Credited)$/)).toBeVisible({ timeout: CREDITED_MS });
    await expect(main.getByText('Credited', { exact: true })).toBeVisible({ timeout: CREDITED_MS });
    await expect(page.getByRole('img', { name: '3 of 3 confirmations' })).toBeVisible();
  });

  await test.step('its record, and the posting that leads to it', async () => {
    await main.getByRole('link', { name: /250\.5/ }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText(/0x[0-9a-f]{64}/);
    await expect(sheet).toContainText(address);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await visit(page, paths.cashStatement);
    await page.getByRole('button', { name: /^Deposit, .*250\.5 USDT/ }).click();
    await page.getByRole('button', { name: 'Open the deposit' }).click();
    await expect(page.getByRole('dialog')).toContainText('3 of 3 confirmations');
    await page.keyboard.press('Escape');
    expect(JSON.parse(await operator(gateway, 'reconcile', '--chain'))).toMatchObject({ ok: true });
  });

  await test.step('offline the address and the records are there', async () => {
    await untilInstalled(page);
    await context.setOffline(true);
    await page.reload();
    await visit(page, paths.deposit);
    await expect(main).toContainText(address.slice(2, 6));
    await visit(page, paths.deposits);
    await expect(page.getByRole('list', { name: 'Deposits' }).getByRole('button')).toHaveCount(1);
    await context.setOffline(false);
  });
  expect((await complaints()).filter((line) => !/ERR_INTERNET_DISCONNECTED|^warning: /.test(line))).toEqual([]);
});

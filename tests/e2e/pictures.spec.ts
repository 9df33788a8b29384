/** Pictures that the app draws on the device and saves hold the code of what stands beside them. */
import { paths } from '../../src/app/paths';
import { QR_AREA as ADDRESS_AREA, WIDTH } from '../../src/pages/deposit/Deposit/address-image';
import { QR_AREA, SIZE } from '../../src/pages/team/Invite/poster';
import { expect, test } from './support/app';
import { expectCodeOf } from './support/qr';
import { visit } from './support/routes';

test('the poster and the deposit address are saved as pictures with their codes', async ({ gateway, member }) => {
  const saved = async () => {
    const save = member.getByRole('button', { name: 'Save as image' });
    const [download] = await Promise.all([member.waitForEvent('download'), save.click()]);
    return download;
  };
  await visit(member, paths.invite);
  const link = (await member.getByText(/\/\?invite=/).textContent()) ?? '';
  const [, code = ''] = link.split('=');
  expect(code).toMatch(/^[A-Z0-9]{6,12}$/);
  expect(code, 'the person’s own').not.toBe(gateway.invitationCode);
  await expect(member.getByRole('img', { name: 'Poster with the link below' })).toBeVisible();
  await expectCodeOf(link, await saved(), { fileName: `RAB-${code}.png`, width: SIZE.width, area: QR_AREA });

  await visit(member, paths.deposit);
  const shown = /0x[0-9a-fA-F ]{40,60}/;
  await expect(member.locator('main')).toContainText(shown);
  const address = (shown.exec(await member.locator('main').innerText())?.[0] ?? '').replace(/\s/g, '');
  const fileName = `RAB-USDT-BEP20-${address.slice(-6)}.png`;
  await expectCodeOf(address, await saved(), { fileName, width: WIDTH, area: ADDRESS_AREA });
});

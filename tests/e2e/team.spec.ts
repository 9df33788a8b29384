/** A team that grows while somebody looks: by invitation link, by custody of its members; narrowed, and read without a network. */
import { paths } from '../../src/app/paths';
import { sendMoney, sendOk } from '../support/envelope-client';
import { expect, LOGIN_PASSWORD, logIn, reload, test, TRADE_PASSWORD, untilTabsInstalled } from './support/app';
import { untilShown, visit } from './support/routes';
import { registered } from './support/traders';

const TOP = { email: 'top@example.com', password: LOGIN_PASSWORD };
/** The gateway carries changes upwards every few seconds, and tells of them then. */
const TOLD_MS = 60_000;

test('figures and members follow what people below do, and stay readable offline', async ({
  context,
  gateway,
  page,
}) => {
  const { origin } = gateway;
  const codeOf = async (token: string) => (await sendOk(origin, 'userInfo', {}, { token })).invitationCode;
  const place = async (token: string, amount: string) => {
    await sendOk(origin, 'bindTradePassword', { tradePassword: TRADE_PASSWORD, password: LOGIN_PASSWORD }, { token });
    const { plans } = await sendOk(origin, 'custodyConfig', {}, { token });
    const order = { planId: plans[0]?.id ?? '', amount, tradePassword: TRADE_PASSWORD };
    await sendMoney(origin, 'createCustodyOrder', order, token);
  };
  const figure = (label: string) => page.locator('dl > div').filter({ hasText: label });
  const member = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const top = await registered(gateway, { email: TOP.email, nickname: 'Top' });

  await test.step('nobody was invited yet: the code, and the way to the poster', async () => {
    await logIn(page, gateway, TOP);
    await visit(page, paths.team);
    await expect(page.getByText('Whoever registers with your code appears here.')).toBeVisible();
    await expect(page.getByText(await codeOf(top), { exact: true })).toBeVisible();
  });

  const one = await registered(gateway, { email: 'first.below@example.com', nickname: 'Oneida' }, await codeOf(top));
  const two = await registered(gateway, { email: 'second.below@example.com', nickname: 'Twopence' }, await codeOf(one));
  await test.step('two generations appear while one looks, by masked names', async () => {
    await expect(figure('Whole team')).toContainText('2', { timeout: TOLD_MS });
    await expect(member('O***a')).toContainText('Generation 1', { timeout: TOLD_MS });
    await expect(member('T***e')).toContainText('Generation 2');
    await expect(page.getByText('Oneida')).toHaveCount(0);
  });

  await place(one, '600');
  await place(two, '1000.25');
  await test.step('their custody counts from 500 USDT on, in every figure that it belongs to', async () => {
    await expect(figure('Team custody').getByText('1600.25 USDT')).toBeAttached({ timeout: TOLD_MS });
    await expect(figure('Generation 1').getByText('600 USDT')).toBeAttached();
    await expect(figure('Generation 2').getByText('1000.25 USDT')).toBeAttached();
    await expect(figure('Largest line').getByText('1600.25 USDT')).toBeAttached();
    await expect(figure('Small zone').getByText('0 USDT')).toBeAttached();
    await expect(figure('Invited directly')).toContainText('1 with valid custody');
    await expect(member('T***e').getByText('1000.25 USDT')).toBeAttached({ timeout: TOLD_MS });
  });

  await test.step('without a network the figures stay, with their age, and members are searched on the device', async () => {
    await untilTabsInstalled(page);
    await context.setOffline(true);
    await reload(page);
    await untilShown(page);
    await expect(page.getByText(/data as of/)).toBeVisible();
    await expect(figure('Team custody').getByText('1600.25 USDT')).toBeAttached();
    await page.getByRole('searchbox', { name: 'Search members' }).fill('t***');
    await expect(member('O***a')).toHaveCount(0);
    await expect(member('T***e')).toBeVisible();
    await page.getByText('Generation 1', { exact: true }).last().click();
    await expect(page.getByText('No member fits.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(member('O***a')).toBeVisible();
  });
});

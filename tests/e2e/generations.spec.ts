/**
 * Three generations register by invitation link, place custody, pay fees, trade and buy machines; the operator records receipts and declares
 * a dividend. Every figure of every screen of it equals what the test works out from journals, entries and raw rows.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { openDatabase, type Database } from '../../gateway/db/client';
import { creditIncomes } from '../../gateway/jobs/income';
import { distributeOutput } from '../../gateway/jobs/mining';
import type { Reply } from '../../gateway/operator/transport';
import { DAY_MS, openCustodyWorld, TRADE_PASSWORD as PAST_PASSWORD } from '../gateway/custody/world';
import { actAsTwo } from '../gateway/support/operators';
import { startPostgres } from '../gateway/support/postgres-server';
import { sendMoney, sendOk } from '../support/envelope-client';
import { newVarDir, PROCESS_SECRET, startGateway } from '../support/gateway-process';
import {
  expect,
  LOGIN_PASSWORD,
  logIn,
  register,
  test as base,
  TRADE_PASSWORD,
  typeTradePassword,
  type Gateway,
} from './support/app';
import { collectComplaints } from './support/complaints';
import { createDatabaseOn, deposit, makePast, type Past } from './support/past';
import { came, RawBooks, readRows, said } from './support/raw-books';
import { visit } from './support/routes';
import { definitionsOf, spokenMain, spokenOf } from './support/spoken';

interface Prepared {
  past: Past;
  db: Database;
  /** On PostgreSQL the operator's command line works beside the gateway, not through it. */
  command(name: string, input: object): Promise<Reply>;
  /** Runs the jobs that the gateway runs every minute. */
  credit(): Promise<void>;
  books(): Promise<RawBooks>;
}

type Walk = Gateway & Prepared;

const test = base.extend<object, { walk: Walk }>({
  walk: [
    async ({ browserName: _ }, use) => {
      const [server, varDir] = [await startPostgres(), await newVarDir()];
      const url = await createDatabaseOn(server.url);
      const past = await makePast(url);
      const db = await openDatabase({ kind: 'postgres', url });
      const env = { LOG_LEVEL: 'error', DATABASE_URL: url, ALLOW_NO_SMTP: '1', GATEWAY_SECRET: PROCESS_SECRET };
      const gateway = await startGateway({ from: 'build', varDir, env });
      const books = async () => new RawBooks(await readRows(url));
      const { deps, time } = await openCustodyWorld(db, Date.now());
      const command = (name: string, input: object) => {
        time.now = Date.now();
        return actAsTwo(deps, name, input);
      };
      const credit = async () => {
        time.now = Date.now();
        await distributeOutput(deps);
        await creditIncomes(deps);
      };
      await use({ ...gateway, invitationCode: '', past, db, command, credit, books });
      expect(await gateway.stop()).toBe(0);
      await db.close();
      await server.stop();
      await rm(varDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

/** Every row of a list is in sight: lists make only those. */
test.use({ viewport: { width: 390, height: 4_000 }, deviceScaleFactor: 1 });

interface Walker {
  page: Page;
  complaints(): Promise<string[]>;
  userId: string;
  /** A level is computed once a day: that of the gateway's start, or V0 of somebody who was not there. */
  level: number;
}

const byText = (a: string, b: string) => (a < b ? -1 : 1);

async function byEmail(walk: Walk, email: string) {
  const { users } = (await walk.books()).rows;
  return users.find((user) => user.email === email)!;
}

/** The levels that the figures of before give to those who have one, once the gateway has computed them. */
async function levelsOfToday(walk: Walk): Promise<ReadonlyMap<string, number>> {
  const all = await walk.books();
  const levels = new Map(all.rows.users.map(({ id }) => [id, all.level(id)] as const).filter(([, level]) => level > 0));
  const computed = async () => new Map((await walk.books()).rows.levels.map(({ userId, level }) => [userId, level]));
  await expect.poll(computed).toEqual(levels);
  return levels;
}

/** Somebody of the past opens the app. */
async function entered(
  browser: Browser,
  walk: Walk,
  userId: string,
  levels: ReadonlyMap<string, number>,
): Promise<Walker> {
  const books = await walk.books();
  const page = await (await browser.newContext()).newPage();
  const complaints = await collectComplaints(page);
  await logIn(page, walk, { email: books.user(userId).email ?? '', password: PAST_PASSWORD });
  return { page, complaints, userId, level: levels.get(userId) ?? 0 };
}

/** Registers in a browser of their own by the link that the inviter's screen shows, and gets a deposit. */
async function invitedBy(browser: Browser, walk: Walk, inviter: Walker, email: string): Promise<Walker> {
  await visit(inviter.page, paths.invite);
  const link = (await inviter.page.getByText(/\/\?invite=/).textContent()) ?? '';
  const page = await (await browser.newContext()).newPage();
  const complaints = await collectComplaints(page);
  await register(page, walk, email, link.split('=')[1]);
  const { id: userId, accountId, inviterId } = await byEmail(walk, email);
  expect(inviterId).toBe(inviter.userId);
  await deposit(walk.db, accountId, '6000');
  return { page, complaints, userId, level: 0 };
}

/** A session beside the browser's, with a trade password. */
async function tokenOf({ origin }: Gateway, email: string): Promise<string> {
  const { token } = await sendOk(origin, 'logInByEmail', { loginName: email, password: LOGIN_PASSWORD });
  const session = { token: token ?? '' };
  await sendOk(origin, 'bindTradePassword', { tradePassword: TRADE_PASSWORD, password: LOGIN_PASSWORD }, session);
  return session.token;
}

/** A session of somebody of the past. */
async function tokenOfPast(walk: Walk, userId: string): Promise<string> {
  const loginName = (await walk.books()).user(userId).email ?? '';
  return (await sendOk(walk.origin, 'logInByEmail', { loginName, password: PAST_PASSWORD })).token ?? '';
}

/** Places custody, redeems a part early, and buys a machine, over the gateway's calls. */
async function actBeside({ origin }: Gateway, token: string, amount: string, part: string): Promise<void> {
  const confirmed = { tradePassword: TRADE_PASSWORD };
  const { order } = await sendMoney(origin, 'createCustodyOrder', { planId: 'd30', amount, ...confirmed }, token);
  const redeemed = { orderId: order.id, version: order.version, amount: part, ...confirmed };
  await sendMoney(origin, 'redeemCustodyOrder', redeemed, token);
  const { model } = await sendOk(origin, 'machineInfo', { id: 't10' }, { token });
  await sendMoney(origin, 'buyMachine', { id: 't10', version: model.version, tickets: 0, ...confirmed }, token);
}

/** A seller's and a buyer's calls on the RAB market: both pay a fee, of which the seller, who has traded before, gets a part back. */
async function tradeBeside({ origin }: Gateway, seller: string, buyer: string): Promise<void> {
  const order = {
    price: '0.125',
    quantity: '2468',
    canSplit: false,
    fee: '1000',
    tradePassword: TRADE_PASSWORD,
  } as const;
  await sendMoney(origin, 'sellRab', { ...order, mode: 'rest', tradePassword: PAST_PASSWORD }, seller);
  const { order: bought } = await sendMoney(origin, 'buyRab', { ...order, mode: 'now' }, buyer);
  expect(bought.status).toBe('completed');
}

/** The same by hand. */
async function actByHand(page: Page, amount: string, part: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  const confirm = async () => {
    await page.getByRole('button', { name: 'Next: trade password' }).click();
    await typeTradePassword(page, TRADE_PASSWORD);
  };
  await visit(page, paths.custody);
  await page.getByRole('button', { name: 'Place custody order' }).click();
  await sheet.getByRole('radio', { name: /30 days/ }).check();
  await sheet.getByRole('textbox').fill(amount);
  await confirm();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: /30 days/ }).click();
  await sheet.getByRole('button', { name: 'Redeem', exact: true }).click();
  await sheet.locator('label', { hasText: 'A part' }).click();
  await sheet.getByRole('textbox').fill(part);
  await confirm();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await visit(page, paths.machines);
  await page.getByRole('link', { name: /^50 T/ }).click();
  await page.getByRole('radio', { name: 'USDT' }).check();
  await confirm();
  await expect(sheet).toContainText('Bought');
}

/** Records a past day's receipts, and declares all that may be declared of the days before; a unit more is refused. */
async function declareAndRecord({ command, past, books }: Walk): Promise<void> {
  const iso = (at: number) => new Date(at).toISOString().slice(0, 10);
  const midnight = past.start - (past.start % DAY_MS);
  const day = midnight + 3 * DAY_MS;
  const record = { day: iso(day), receipts: '123.456789', evidence: { transaction: '0xabc' } };
  expect(await command('mining record', record)).toMatchObject({ ok: true });
  const days = { from: iso(midnight), to: iso(midnight + 4 * DAY_MS) };
  const most = (await books()).declarable(midnight, midnight + 5 * DAY_MS);
  const amount = said(most).replace(' USDT', '');
  const funding = { pool: 'dividend', asset: 'USDT', from: 'operator-capital', reason: 'test', runId: randomUUID() };
  expect(await command('fund-pool', { ...funding, amount: '1000' })).toMatchObject({ ok: true });
  const tooMuch = { ...days, amount: said(most + 1n).replace(' USDT', '') };
  expect(await command('dividend declare', tooMuch)).toMatchObject({ ok: false });
  expect(await command('dividend declare', { ...days, amount })).toMatchObject({ ok: true });
}

const KINDS = ['custody-interest', 'machine-output', 'promotion-fee', 'management-fee', 'fee-rebate', 'dividend'];
/** The gateway's own jobs may be at it: they come every minute. */
const CREDITED_MS = 90_000;

/** The ledger's journals have what the formulas give, income by income and fee by fee. */
async function expectJournalsAsFormulas({ books, credit }: Walk): Promise<void> {
  const lines = (units: readonly bigint[]) => units.map(String).sort(byText);
  const total = (units: readonly bigint[]) => String(units.reduce((sum, one) => sum + one, 0n));
  await credit();
  await expect(async () => {
    const all = await books();
    for (const { id } of all.rows.users) {
      for (const kind of KINDS) {
        const formulas = all.incomes(id).filter((one) => one.kind === kind);
        expect([id, kind, ...lines(all.journalled(id, kind))]).toEqual([
          id,
          kind,
          ...lines(formulas.map(({ units }) => units)),
        ]);
      }
    }
    const fees = all.fees();
    const journals = ['insurance', 'fee-revenue', 'promotion-fees', 'dynamic-fees'].map((name) =>
      total(all.system(name).came),
    );
    expect(journals).toEqual([
      total(fees.map(({ insurance }) => insurance)),
      total(fees.map(({ revenue }) => revenue)),
      total(fees.map(({ promotion, management }) => promotion + management)),
      total(fees.map(({ dynamic }) => dynamic)),
    ]);
  }).toPass({ timeout: CREDITED_MS });
}

async function expectTeam(walk: Walk, { page, userId, level }: Walker, levels: ReadonlyMap<string, number>) {
  const books = await walk.books();
  const { first, second, all, largest, smallZone, members } = books.team(userId);
  await visit(page, paths.team);
  const figures = [
    `Team custody · USDT ${said(all.custody)}`,
    `Small zone · USDT ${said(smallZone)}`,
    `Generation 1 · USDT ${said(first.custody)}`,
    `Generation 2 · USDT ${said(second.custody)}`,
    `Largest line · USDT ${said(largest)}`,
    `My valid custody · USDT ${said(books.validCustody(userId))}`,
    `Invited directly ${first.members} ${first.valid} with valid custody`,
    `Whole team ${all.members} ${all.valid} with valid custody`,
  ];
  await expect.poll(() => definitionsOf(page)).toEqual(figures);
  const next = books.conditions(level + 1);
  const ways = [
    `Valid custody → V${level + 1} ${said(books.validCustody(userId))} / ${said(next.custody)}`,
    `Small zone → V${level + 1} ${said(smallZone)} / ${said(next.zone)}`,
  ].join(' ');
  await expect.poll(() => spokenMain(page)).toContain(`Current level V${level} `);
  await expect.poll(() => spokenMain(page)).toContain(`${ways} `);
  if (all.members === 0) return;
  const chart = page.getByRole('region', { name: 'New custody of the last 7 days' });
  const heading = `New custody of the last 7 days ${said(books.newCustody(userId))} `;
  await expect.poll(async () => (await spokenOf(chart))[0]).toContain(heading);
  const further = all.members - first.members - second.members;
  const groups = [
    `Generation 1 ${first.members} ${said(first.custody)}`,
    `Generation 2 ${second.members} ${said(second.custody)}`,
    `Further generations ${further} ${said(all.custody - first.custody - second.custody)}`,
  ];
  await expect.poll(() => spokenOf(page.locator('main table tbody tr'))).toEqual(groups);
  const masked = (name: string) => `${name[0]}***${name.length > 2 ? name.at(-1) : ''}`;
  const listed = members.map(({ user, generation }) => {
    const name = `${masked(user.nickname)} V${levels.get(user.id) ?? 0}`;
    return `${name} Generation ${generation} ${said(books.validCustody(user.id))}`;
  });
  const rows = async () =>
    (await spokenOf(page.getByRole('list', { name: 'Members' }).getByRole('listitem'))).map((text) =>
      text
        .replace(/^\S (?=\S\*)/, '')
        .replace(/ · joined \w+ \d+, \d{4}/, '')
        .replace(' Valid custody', ''),
    );
  await expect.poll(async () => (await rows()).sort(byText)).toEqual(listed.sort(byText));
}

const TYPES = ['Static income', 'Promotion', 'Management', 'Airdrop', 'Dividend', 'Dynamic income'];

async function expectIncome(walk: Walk, { page, userId }: Walker) {
  const incomes = (await walk.books()).incomes(userId);
  const total = (of: readonly { units: bigint }[]) => came(of.reduce((sum, { units }) => sum + units, 0n));
  const records = (count: number) => `${count} ${count === 1 ? 'record' : 'records'}`;
  await visit(page, paths.income);
  const rows = async () =>
    (await spokenOf(page.getByRole('list', { name: 'Income' }).getByRole('listitem'))).map((text) =>
      text.replace(/ \w{3} \d+, \d{4}, .+?(AM|PM) /, ' '),
    );
  const expected = incomes.map(({ name, type, units }) => `${name} ${came(units)} ${type}`);
  if (expected.length > 0) await expect.poll(async () => (await rows()).sort(byText)).toEqual(expected.sort(byText));
  const byType = TYPES.map((type) => ({ type, of: incomes.filter((one) => one.type === type) }));
  const legend = byType.filter(({ of }) => of.length > 0).map(({ type, of }) => `${type} ${total(of)}`);
  const drawn = page.getByRole('region', { name: 'Income by day' }).locator('ul > li');
  await expect.poll(() => spokenOf(drawn)).toEqual(legend);
  for (const { type, of } of [{ type: 'All types', of: incomes }, ...byType]) {
    await page.getByRole('radiogroup', { name: 'Type' }).getByText(type, { exact: true }).click();
    await expect
      .poll(() => spokenMain(page))
      .toContain(`Total so far · ${records(of.length)} ${total(of)} Income by day`);
  }
}

async function expectMining(walk: Walk, { page, userId }: Walker) {
  const books = await walk.books();
  const mined = books.mined(userId);
  const today = Date.now() - (Date.now() % DAY_MS);
  const own = books.rows.machines.filter((one) => one.userId === userId);
  const running = own.filter(({ from, to }) => from <= today && today < to);
  const outputOf = (of: readonly { units: bigint }[]) => came(of.reduce((sum, { units }) => sum + units, 0n));
  await visit(page, paths.miningRecords);
  const hashrate = running.reduce((sum, one) => sum + one.hashrate, 0n);
  const count = `${running.length} running ${running.length === 1 ? 'machine' : 'machines'}`;
  await expect.poll(() => spokenMain(page)).toContain(`Output so far ${outputOf(mined)} ${count} ${hashrate} T`);
  const rows = page.getByRole('list', { name: 'Mining records' }).getByRole('listitem');
  const credited = mined.map(({ units }) => came(units));
  const figures = async () =>
    (await spokenOf(rows)).flatMap((text) => /(\+[\d.]+ USDT).* Credited$/.exec(text)?.[1] ?? []);
  await expect.poll(figures).toEqual(credited);
  await page.getByRole('radiogroup').getByText('My machines').click();
  const machines = own.map((one) => `${one.hashrate} T ${outputOf(mined.filter(({ machine }) => machine === one.id))}`);
  const shown = async () => (await spokenOf(rows)).map((text) => /^.* USDT/.exec(text)?.[0]);
  await expect.poll(async () => (await shown()).sort()).toEqual(machines.sort());
}

async function expectDividend(walk: Walk, { page, userId }: Walker) {
  const books = await walk.books();
  const open = books.shares(userId).filter(({ dividend }) => !dividend.claimedBy.includes(userId));
  await visit(page, paths.aiDividend);
  const claimable = said(open.reduce((sum, { units }) => sum + units, 0n));
  const hero = page.getByRole('region', { name: 'To claim' });
  await expect.poll(async () => (await spokenOf(hero))[0]).toContain(`To claim ${claimable} `);
  const grouped = (units: bigint) => {
    const [whole = '', fraction = ''] = said(units).replace(' USDT', '').split('.');
    return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(6, '0')}`;
  };
  const expected = open.flatMap(({ units, days, allDays, dividend }) => [
    `Your share ${said(units)}`,
    `Net fees of these days ${said(books.netFees(dividend.from, dividend.to))}`,
    `Declared of them ${said(dividend.units)}`,
    `Your custody days ${grouped(days)}`,
    `Custody days of all ${grouped(allDays)}`,
  ]);
  const rows = async () => (await definitionsOf(page)).filter((text) => !text.startsWith('Formula'));
  await expect.poll(rows).toEqual(expected);
}

async function expectFund(walk: Walk, { page }: Walker) {
  const fund = (await walk.books()).system('insurance');
  const total = (units: readonly bigint[]) => units.reduce((sum, one) => sum + one, 0n);
  await visit(page, paths.insuranceFund);
  const hero = page.getByRole('region', { name: 'Balance of the fund' });
  await expect.poll(() => spokenOf(hero)).toEqual([`Balance of the fund ${said(fund.balance)}`]);
  const rows = [`Came in altogether ${said(total(fund.came))}`, `Paid altogether ${said(-total(fund.left))}`];
  await expect.poll(() => definitionsOf(page)).toEqual(rows);
  const days = page.getByRole('list', { name: 'Insurance fund' }).getByRole('listitem');
  const shown = async () => (await spokenOf(days)).flatMap((text) => / \d{4} ([\d.]+ USDT) /.exec(text)?.[1] ?? []);
  await expect.poll(shown).toEqual(fund.cameByDay.map(said));
}

async function expectCash(walk: Walk, { page, userId }: Walker) {
  const cash = said((await walk.books()).cash(userId));
  await visit(page, paths.assets);
  await expect.poll(() => spokenMain(page)).toContain(`USDT Held 0 USDT ${cash} `);
}

test('every figure that three generations see is what the journals give', async ({ browser, walk }) => {
  const { past, command } = walk;
  const levels = await levelsOfToday(walk);
  const top = await entered(browser, walk, past.top.userId, levels);
  await test.step('levels of the first day', () => expectTeam(walk, top, levels));

  const ann = await invitedBy(browser, walk, top, 'ann@example.com');
  const ben = await invitedBy(browser, walk, ann, 'ben@example.com');
  const cid = await invitedBy(browser, walk, ben, 'cid@example.com');
  await tokenOf(walk, 'ann@example.com');
  const ofBen = await tokenOf(walk, 'ben@example.com');
  await Promise.all([
    actByHand(ann.page, '2000.75', '400.333333'),
    actBeside(walk, ofBen, '1500.000007', '250.111111'),
    actBeside(walk, await tokenOf(walk, 'cid@example.com'), '1100', '333.333333'),
  ]);
  const pia = await entered(browser, walk, past.pia.userId, levels);
  await tradeBeside(walk, await tokenOfPast(walk, past.pia.userId), ofBen);
  await declareAndRecord(walk);

  await expectJournalsAsFormulas(walk);
  expect((await walk.books()).journalled(pia.userId, 'fee-rebate')).toEqual([117_230n]);
  const everybody = [top, ann, ben, cid, pia];
  const expectAll = async (who: Walker) => {
    await expectTeam(walk, who, levels);
    await expectIncome(walk, who);
    await expectMining(walk, who);
    await expectDividend(walk, who);
    await expectFund(walk, who);
    await expectCash(walk, who);
  };
  for (const who of everybody) await test.step(`figures of ${who.userId}`, () => expectAll(who));

  await test.step('a claim moves its figure to cash and income', async () => {
    await visit(top.page, paths.aiDividend);
    await top.page.getByRole('button', { name: /^Claim / }).click();
    await expect(top.page.getByText('There is nothing to claim now.')).toBeVisible();
    await expectJournalsAsFormulas(walk);
    await expectAll(top);
  });
  expect(await command('reconcile', {})).toMatchObject({ ok: true, data: { isSound: true } });
  for (const { complaints } of everybody) expect(await complaints()).toEqual([]);
});

/** Two people with a main account and a sub-account each, made over the gateway's own calls, with a session of a further device on each account. */
import { sendMoney, sendOk } from '../../../support/envelope-client';
import { LOGIN_PASSWORD, TRADE_PASSWORD, type Gateway } from '../app';
import { registered } from '../traders';

export interface Account {
  id: string;
  kind: 'main' | 'sub';
  /** The account's name on Home. */
  name: string;
  /** Another device's session on this account. */
  token: string;
}

export interface Person {
  email: string;
  nickname: string;
  /** Home shows by this letter whose account it is. */
  initial: string;
  accounts: Record<Account['kind'], Account>;
}

export type Pair = readonly [Person, Person];

/** The sub-account gets this much of the demo credit. */
const TO_SUB = '4000';

async function makePerson(gateway: Gateway, initial: string, round: number): Promise<Person> {
  const { origin } = gateway;
  const email = `${initial.toLowerCase()}${round}-two-pages@example.com`;
  const nickname = `${initial}person${round}`;
  const mainToken = await registered(gateway, { email, nickname });
  await sendOk(
    origin,
    'bindTradePassword',
    { tradePassword: TRADE_PASSWORD, password: LOGIN_PASSWORD },
    { token: mainToken },
  );
  const sub = await sendOk(origin, 'createSubAccount', { name: `Savings${initial}${round}` }, { token: mainToken });
  const transfer = { toAccountId: sub.id, asset: 'USDT', amount: TO_SUB, tradePassword: TRADE_PASSWORD } as const;
  await sendMoney(origin, 'transferToAccount', transfer, mainToken);
  const { accountId } = await sendOk(origin, 'userInfo', {}, { token: mainToken });
  const { token } = await sendOk(origin, 'logInByEmail', { loginName: email, password: LOGIN_PASSWORD });
  const onSub = await sendOk(origin, 'switchAccount', { accountId: sub.id }, { token });
  return {
    email,
    nickname,
    initial,
    accounts: {
      main: { id: accountId, kind: 'main', name: 'Main account', token: mainToken },
      sub: { id: sub.id, kind: 'sub', name: sub.name, token: onSub.token },
    },
  };
}

export async function makePair(gateway: Gateway, round: number): Promise<Pair> {
  return [await makePerson(gateway, 'A', round), await makePerson(gateway, 'B', round)];
}

export function accountsOf(pair: Pair): Account[] {
  return pair.flatMap(({ accounts }) => [accounts.main, accounts.sub]);
}

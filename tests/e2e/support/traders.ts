/** People who can trade USDT for fiat at once: verified, with a trade password, a bank card, and demo USDT. Made over the gateway's own calls. */
import sharp from 'sharp';
import { DEFAULT_PROFILE } from '../../../contract/envelope';
import { calls } from '../../../contract/index';
import { openAnswer, sealForm, sendOk } from '../../support/envelope-client';
import { codeFromMailbox } from '../../support/gateway-process';
import { operate } from '../../support/operator';
import { LOGIN_PASSWORD, TRADE_PASSWORD, type Gateway } from './app';

interface TraderToBe {
  email: string;
  nickname: string;
  /** Name as in the document; the card is in this name. */
  realName: string;
  cardNumber: string;
}

/** Registers somebody by the gateway's own code, with the demo credit that everybody gets. @returns their token */
export async function registered(
  gateway: Gateway,
  { email, nickname }: Pick<TraderToBe, 'email' | 'nickname'>,
): Promise<string> {
  const { origin, varDir, invitationCode } = gateway;
  await sendOk(origin, 'sendRegisterCode', { email, invitationCode });
  const code = await codeFromMailbox(varDir, email);
  const { ticket } = await sendOk(origin, 'checkRegisterInfo', { loginName: email, invitationCode, code });
  const person = { ticket: ticket ?? '', nickname, password: LOGIN_PASSWORD };
  return (await sendOk(origin, 'register', person)).token;
}

/** A picture as a phone would send it. */
export function picture(): Promise<Buffer> {
  return sharp({ create: { width: 90, height: 60, channels: 3, background: '#3a6' } })
    .jpeg()
    .toBuffer();
}

async function uploaded({ origin }: Gateway, token: string): Promise<string> {
  const { method, uri } = calls.uploadImage;
  const form = new FormData();
  for (const [name, value] of sealForm({ method, uri, headers: {}, params: {} }, Date.now())) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(await picture())], { type: 'image/jpeg' }), 'passport.jpg');
  const response = await fetch(`${origin}/api/${DEFAULT_PROFILE.uploadId}`, {
    method: 'POST',
    headers: { lang: 'EN', authorization: token },
    body: form,
  });
  const answer = openAnswer((await response.json()) as Parameters<typeof openAnswer>[0]);
  if (answer.code !== 200) throw new Error(`upload: ${answer.code} ${JSON.stringify(answer.data)}`);
  return (answer.data as { id: string }).id;
}

/** Registers somebody, has their name approved, and puts a card of theirs on file; the demo credit is theirs as well. @returns their token */
export async function makeTrader(gateway: Gateway, trader: TraderToBe): Promise<string> {
  const { origin } = gateway;
  const { email, realName, cardNumber } = trader;
  const token = await registered(gateway, trader);
  await sendOk(origin, 'bindTradePassword', { tradePassword: TRADE_PASSWORD, password: LOGIN_PASSWORD }, { token });
  const papers = { documentNumber: 'G12345678', realName, images: [await uploaded(gateway, token)] };
  await sendOk(origin, 'saveRealName', { documentType: 'passport', ...papers }, { token });
  await sendOk(origin, 'handInRealName', {}, { token });
  const [shown = ''] = await operate(gateway.varDir, ['--json', 'identity', 'show', email]);
  const { data } = JSON.parse(shown) as { data: { version: number } };
  await operate(gateway.varDir, ['identity', 'approve', email, '--seen', String(data.version)]);
  const card = {
    bankName: 'Kelp Bank',
    cardNumber,
    holderName: realName,
    branch: 'Bay',
    tradePassword: TRADE_PASSWORD,
  };
  await sendOk(origin, 'addBankMethod', card, { token });
  return token;
}

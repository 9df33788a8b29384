/**
 * Inputs for tests that make every call: the example of its declaration, with the ids of things that are there. What a test has
 * to put in besides (codes, tickets) is its own to know.
 */
import { randomUUID } from 'node:crypto';
import type { CallInput, CallName } from '../../contract/index';
import type { Named, Thing } from '../gateway/support/belongings';
import { exampleOf } from './examples';

/** Ids name these things, by their path alone or by call and path; `own` is made by whoever asks. */
const NAMED_AT: Readonly<Record<string, Thing | 'own'>> = {
  clientId: 'own',
  accountId: 'account',
  toAccountId: 'account',
  orderId: 'custodyOrder',
  'addTo.orderId': 'custodyOrder',
  'order.id': 'custodyOrder',
  methodId: 'method',
  'order.methodIds[]': 'method',
  'order.offerId': 'marketOffer',
  'images[]': 'upload',
  image: 'upload',
  'proofs[]': 'upload',
  quoteId: 'quote',
  tradeId: 'paidTrade',
  messageId: 'message',
  upTo: 'serviceMessage',
  'acknowledgeNotice id': 'mandatoryNotice',
  'askOutcome key': 'moneyKey',
  'buyMachine id': 'machine',
  'cancelOfferOrTrade id': 'trade',
  'cancelRabOrder id': 'rabOrder',
  'cancelWithdrawal id': 'withdrawal',
  'claimDividend id': 'dividend',
  'confirmPayment id': 'soldTrade',
  'contentImage id': 'picture',
  'counterparty id': 'trader',
  'deliverySlip id': 'slip',
  'disputeTrade id': 'paidTrade',
  'documentFile id': 'document',
  'machineInfo id': 'machine',
  'machineQuote id': 'machine',
  'markNoticesRead ids[]': 'notice',
  'markRead ids[]': 'news',
  'newsItem id': 'news',
  'ownImage id': 'upload',
  'postTheRest id': 'matchedRabOrder',
  'productQuote id': 'product',
  'rabOrder id': 'rabOrder',
  'removeMethod id': 'method',
  'reportPayment id': 'trade',
  'revokeSession id': 'session',
  'updateAvatar id': 'upload',
  'usdtOffer id': 'offer',
  'usdtTrade id': 'trade',
  'usdtTradeImage id': 'proof',
};

export const namedAt = (name: CallName, path: string) => NAMED_AT[`${name} ${path}`] ?? NAMED_AT[path];

/** The value with another id, and its version beside it, wherever `nameOf` knows one for the path. */
async function withNamed(value: unknown, nameOf: (path: string) => Promise<Named | null>, path = ''): Promise<unknown> {
  if (Array.isArray(value)) {
    const named = value.length > 0 ? await nameOf(`${path}[]`) : null;
    return named ? [named.id] : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields: Record<string, unknown> = { ...value };
  for (const [key, field] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    const named = typeof field === 'string' ? await nameOf(at) : null;
    if (typeof field === 'object') fields[key] = await withNamed(field, nameOf, at);
    if (named) Object.assign(fields, { [key]: named.id }, 'version' in value && { version: named.version });
  }
  return fields;
}

/** The example of a call with the ids that `the` gives of things, and new ones of one's own. */
export async function liveInput<N extends CallName>(
  name: N,
  the: (thing: Thing) => Promise<Named>,
): Promise<CallInput<N>> {
  const nameOf = async (path: string) => {
    const thing = namedAt(name, path);
    if (thing === undefined) return null;
    return thing === 'own' ? { id: randomUUID() } : the(thing);
  };
  return (await withNamed(exampleOf(name), nameOf)) as CallInput<N>;
}

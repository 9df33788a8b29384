/** Adding a withdrawal method (docs/rules.md §4, §9): an address, or a card of one's own. */
import type { ParsedInputOf } from '../../../contract/call';
import type { addBankMethod, addChainMethod } from '../../../contract/calls/identity';
import { Refusal, type UserContext } from '../call-context';
import { currentUser } from '../identity/passwords/change-passwords';
import { deliverSoon } from '../identity/messages/messages';
import { notifyOwner } from '../identity/messages/owner';
import { openRecord } from '../identity/real-name/real-name';
import { recordOf } from '../identity/real-name/real-name-repo';
import { cardKey } from '../identity/secrets/secrets';
import { assertTradePassword } from '../identity/passwords/trade-password';
import { loadSettings } from '../settings/settings';
import { runWriteCall } from '../write-call';
import { checkAddress, looksAlike } from './addresses';
import { sealCard } from './cards';
import { isServed } from './networks';
import { insertMethod, lockMethods, type MethodRow, type NewMethod } from './repo';
import { viewMethod, type Method } from './view';

/** Methods of one user. */
const MAX_METHODS = 20;

/** Adds it unless it is there, and tells the owner. @param check looks at every method that there ever was */
async function add(
  context: UserContext,
  method: NewMethod,
  check: (all: readonly MethodRow[]) => void,
): Promise<Method> {
  const { deps } = context;
  const user = await currentUser(context);
  const row = await runWriteCall(context, async (tx) => {
    const all = await lockMethods(tx, user.id);
    const present = all.filter(({ removedAt }) => removedAt === null);
    if (present.some(({ targetKey }) => targetKey === method.targetKey)) throw new Refusal('method-exists');
    if (present.length >= MAX_METHODS) throw new Refusal('limit-reached', { data: { limit: String(MAX_METHODS) } });
    check(all);
    const inserted = await insertMethod(tx, method);
    await notifyOwner(tx, context, user, 'methodAdded');
    return inserted;
  });
  deliverSoon(deps);
  return viewMethod(deps, row, await loadSettings(deps.db.db));
}

/** @throws Refusal of `addChainMethod` */
export async function addChain(
  context: UserContext,
  { network, address: text, isLookAlikeSeen, tradePassword }: ParsedInputOf<typeof addChainMethod>,
): Promise<Method> {
  if (!isServed(context.deps, { kind: 'chain', network })) throw new Refusal('network-closed');
  const checked = checkAddress(network, text);
  if ('problem' in checked) {
    if (checked.problem !== 'address-other-network') throw new Refusal(checked.problem);
    throw new Refusal(checked.problem, { data: { network: checked.network } });
  }
  const { address } = checked;
  await assertTradePassword(context, tradePassword);
  const { now, session } = context;
  const method = { userId: session.userId, kind: 'chain', network, address, createdAt: now } as const;
  return add(context, { ...method, targetKey: `${network}:${address}` }, (all) => {
    const known = all.find((other) => other.address !== null && looksAlike(other.address, address))?.address;
    if (known && !isLookAlikeSeen) throw new Refusal('address-look-alike', { data: { known } });
  });
}

/** Reduces a name to one spelling, without spaces, width and case. */
function plainName(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}

/** @throws Refusal of `addBankMethod` */
export async function addBank(
  context: UserContext,
  { bankName, cardNumber, holderName, branch, tradePassword }: ParsedInputOf<typeof addBankMethod>,
): Promise<Method> {
  const { deps, now, session } = context;
  const { userId } = session;
  const user = await currentUser(context);
  const record = await recordOf(deps.db.db, userId);
  const verified = record && openRecord(deps, record).realName;
  if (user.identityStatus !== 'approved' || !verified) throw new Refusal('needs-identity');
  if (plainName(holderName) !== plainName(verified)) throw new Refusal('holder-mismatch');
  await assertTradePassword(context, tradePassword);
  return add(
    context,
    {
      userId,
      kind: 'bank',
      targetKey: cardKey(deps.secret, cardNumber),
      bankName,
      sealedCard: sealCard(deps, { userId, number: cardNumber, holder: verified, branch }),
      cardLast4: cardNumber.slice(-4),
      createdAt: now,
    },
    () => undefined,
  );
}

/** Withdrawal methods: list, add, remove (docs/rules.md §2, §4, §9). They belong to the user, whatever account is switched to. */
import * as z from 'zod/mini';
import type { AnswerOf, ParsedInputOf } from '../../../contract/call';
import type { addBankPayment, addChainPayment } from '../../../contract/calls/identity';
import { Refusal, type Deps, type Handlers, type UserContext } from '../call-context';
import { currentUser } from '../identity/change-passwords';
import { notifyOwner } from '../identity/owner';
import { deliverSoon } from '../identity/messages';
import { openRecord } from '../identity/real-name';
import { recordOf } from '../identity/real-name-repo';
import { cardKey, seal, unseal } from '../identity/secrets';
import { assertTradePassword } from '../identity/trade-password';
import { isRecordId } from '../paging';
import type { Settings } from '../settings/figures';
import { loadSettings } from '../settings/settings';
import { runWriteCall } from '../write-call';
import { checkAddress, looksAlike } from './addresses';
import { isServed, servedNetworks } from './networks';
import { insertMethod, lockMethods, methodsOf, removeMethod, type MethodRow, type NewMethod } from './repo';

type MethodCall = 'paymentList' | 'addChainPayment' | 'addBankPayment' | 'removePayment';
type Method = AnswerOf<typeof addChainPayment>;

/** Methods of one user. */
const MAX_METHODS = 20;

const card = z.strictObject({ userId: z.string(), number: z.string(), holder: z.string(), branch: z.string() });

/** From when on a method can be withdrawn to, UTC ms: a thief who adds one has to wait, and the owner is told. */
export function usableAt({ createdAt }: Pick<MethodRow, 'createdAt'>, settings: Settings): number {
  return createdAt + settings['security.methodWaitMs'];
}

/** What is sealed of a bank card. */
export function openCard(
  { secret }: Pick<Deps, 'secret'>,
  { userId, sealedCard }: Pick<MethodRow, 'userId' | 'sealedCard'>,
): z.output<typeof card> | null {
  if (sealedCard === null) return null;
  const opened = z.parse(card, JSON.parse(unseal(secret, 'card', sealedCard)));
  if (opened.userId !== userId) throw new Error("a card is in another user's row");
  return opened;
}

function view(deps: Deps, row: MethodRow, settings: Settings): Method {
  const opened = openCard(deps, row);
  return {
    id: row.id,
    kind: row.kind,
    network: row.network,
    address: row.address,
    bankName: row.bankName,
    cardLast4: row.cardLast4,
    holderName: opened?.holder ?? null,
    branch: opened?.branch ?? null,
    createdAt: row.createdAt,
    usableAt: usableAt(row, settings),
    isServed: isServed(deps, row),
  };
}

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
  return view(deps, row, await loadSettings(deps.db.db));
}

async function addChain(
  context: UserContext,
  { network, address: text, isLookAlikeSeen, tradePassword }: ParsedInputOf<typeof addChainPayment>,
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

/** One spelling of a name: what is left when spaces, width and case are set aside. */
function plainName(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}

async function addBank(
  context: UserContext,
  { bankName, cardNumber, holderName, branch, tradePassword }: ParsedInputOf<typeof addBankPayment>,
): Promise<Method> {
  const { deps, now, session } = context;
  const { userId } = session;
  const user = await currentUser(context);
  const record = await recordOf(deps.db.db, userId);
  const verified = record && openRecord(deps, record).realName;
  if (user.identityStatus !== 'approved' || !verified) throw new Refusal('needs-identity');
  if (plainName(holderName) !== plainName(verified)) throw new Refusal('holder-mismatch');
  await assertTradePassword(context, tradePassword);
  const sealed: z.output<typeof card> = { userId, number: cardNumber, holder: verified, branch };
  return add(
    context,
    {
      userId,
      kind: 'bank',
      targetKey: cardKey(deps.secret, cardNumber),
      bankName,
      sealedCard: seal(deps.secret, 'card', JSON.stringify(sealed)),
      cardLast4: cardNumber.slice(-4),
      createdAt: now,
    },
    () => undefined,
  );
}

export const methodHandlers: Handlers<MethodCall> = {
  async paymentList({ deps, session }) {
    const [settings, rows] = await Promise.all([loadSettings(deps.db.db), methodsOf(deps.db.db, session.userId)]);
    return {
      methods: rows.map((row) => view(deps, row, settings)),
      waitMs: settings['security.methodWaitMs'],
      networks: servedNetworks(deps),
    };
  },
  addChainPayment: addChain,
  addBankPayment: addBank,
  async removePayment(context, { id }) {
    const { session, now } = context;
    if (!isRecordId(id)) throw new Refusal('not-found');
    return runWriteCall(context, async (tx) => {
      if (!(await removeMethod(tx, session.userId, id, now))) throw new Refusal('not-found');
      return {};
    });
  },
};

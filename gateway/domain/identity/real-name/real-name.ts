/** Real-name verification: entering, handing in, and what the user sees of it (docs/rules.md §9). */
import type { AnswerOf, ParsedInputOf } from '../../../../contract/call';
import type { IdentityField, realNameVerification, saveRealName } from '../../../../contract/calls/identity';
import type { Tx } from '../../../db/transaction';
import { Refusal, type Deps, type UserContext } from '../../call-context';
import { areUploadsOf } from '../../uploads/repo';
import { runWriteCall } from '../../write-call';
import { currentUser } from '../passwords/change-passwords';
import { entered, IDENTITY_FIELDS, isOpen, submitted, type IdentityStatus } from './real-name-rules';
import { lockRecord, recordOf, saveRecord, type IdentityRecord } from './real-name-repo';
import { documentKey, seal, unseal } from '../secrets/secrets';

type IdentityView = AnswerOf<typeof realNameVerification>;

/** Opens what is sealed in a record: null for what was never entered. @throws Error for another user's sealed text */
export function openRecord(
  { secret }: Pick<Deps, 'secret'>,
  { userId, sealedNumber, sealedName }: IdentityRecord,
): { documentNumber: string | null; realName: string | null } {
  const open = (sealed: string | null): string | null => {
    if (sealed === null) return null;
    const [owner, text] = JSON.parse(unseal(secret, 'document', sealed)) as [string, string];
    if (owner !== userId) throw new Error("a document is in another user's record");
    return text;
  };
  return { documentNumber: open(sealedNumber), realName: open(sealedName) };
}

/** `A12345678` as `A******78`: enough to recognise. */
function maskNumber(number: string): string {
  return `${number.slice(0, 1)}${'*'.repeat(number.length - 3)}${number.slice(-2)}`;
}

function view(deps: Deps, record: IdentityRecord | null, status: IdentityStatus): IdentityView {
  const opened = record ? openRecord(deps, record) : { documentNumber: null, realName: null };
  return {
    status,
    documentType: record?.documentType ?? null,
    documentNumber: opened.documentNumber === null ? null : maskNumber(opened.documentNumber),
    realName: opened.realName,
    images: record?.images ?? [],
    fields: IDENTITY_FIELDS.map((field) => {
      const found = record?.fields[field];
      return { field, state: found?.state ?? 'missing', reason: found?.reason ?? null };
    }),
    submittedAt: record?.submittedAt ?? null,
    reviewedAt: record?.reviewedAt ?? null,
  };
}

export async function describeIdentity(context: UserContext): Promise<IdentityView> {
  const user = await currentUser(context);
  return view(context.deps, await recordOf(context.deps.db.db, user.id), user.identityStatus);
}

/** Locks the record while it may still be changed. @throws Refusal identity-closed */
async function lockOpen(tx: Tx, { session }: UserContext): Promise<{ record: IdentityRecord; status: IdentityStatus }> {
  const locked = await lockRecord(tx, session.userId);
  if (!locked) throw new Refusal('unauthorized');
  if (!isOpen(locked.status)) throw new Refusal('identity-closed');
  return locked;
}

/**
 * Keeps what was filled in so far, any part of it; another device goes on with it.
 * @throws Refusal identity-closed; not-found for an image that is not the user's own upload
 */
export async function storeIdentity(
  context: UserContext,
  input: ParsedInputOf<typeof saveRealName>,
): Promise<IdentityView> {
  const { deps, session } = context;
  const { userId } = session;
  const { documentType, documentNumber, realName, images } = input;
  const changed = IDENTITY_FIELDS.filter((field) => input[field] !== undefined) as IdentityField[];
  const sealed = (text: string) => seal(deps.secret, 'document', JSON.stringify([userId, text]));
  return runWriteCall(context, async (tx) => {
    const { record, status } = await lockOpen(tx, context);
    const fields = entered(record.fields, changed);
    if (!fields) throw new Refusal('identity-closed');
    if (images && !(await areUploadsOf(tx, userId, images))) throw new Refusal('not-found');
    const next: IdentityRecord = {
      ...record,
      fields,
      ...(documentType && { documentType }),
      ...(documentNumber && {
        sealedNumber: sealed(documentNumber),
        numberKey: documentKey(deps.secret, documentNumber),
      }),
      ...(realName && { sealedName: sealed(realName) }),
      ...(images && { images }),
    };
    // A failed one stays failed until it is handed in again.
    await saveRecord(tx, next, status);
    return view(deps, next, status);
  });
}

/** Hands the entered data in for review. @throws Refusal identity-closed, identity-incomplete */
export async function submitIdentity(context: UserContext): Promise<IdentityView> {
  const { deps, now } = context;
  return runWriteCall(context, async (tx) => {
    const { record } = await lockOpen(tx, context);
    const fields = submitted(record.fields);
    if (!fields) throw new Refusal('identity-incomplete');
    const next = { ...record, fields, revision: record.revision + 1, submittedAt: now };
    await saveRecord(tx, next, 'pending-review');
    return view(deps, next, 'pending-review');
  });
}

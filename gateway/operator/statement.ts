/** What operators sign: a command with its input, when, and a nonce, as canonical JSON. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { timeMs } from '../../contract/ids';
import { isSignature, publicKeyOf, type Signer } from '../adapters/operator-key';
import { canonicalJson } from '../domain/money-call';

const statement = z.strictObject({
  version: z.literal(1),
  /** Who says it: the raw public key, base64. */
  key: z.string().check(z.maxLength(64)),
  command: z.string().check(z.maxLength(100)),
  input: z.unknown(),
  /** When it was signed, UTC ms. */
  at: timeMs,
  nonce: z.uuid(),
});
export type Statement = z.output<typeof statement>;

export const signedStatement = z.strictObject({ statement, signature: z.string().check(z.maxLength(128)) });
export type SignedStatement = z.output<typeof signedStatement>;

export const operatorPublicKey = z
  .string()
  .check(z.refine((text) => publicKeyOf(text) !== null, 'must be the raw Ed25519 public key as base64'));

/** How far a statement's time may be from the gateway's clock. */
export const WINDOW_MS = 5 * 60_000;

/** Begins what is signed, so that a signature of this key for anything else is never one of a command. */
const PREFIX = 'RAB operator statement\n';

/** What the audit keeps of it. */
export const statementText = (said: Statement): string => canonicalJson(said);

const bytesOf = (said: Statement) => Buffer.from(PREFIX + statementText(said), 'utf8');

export async function signStatement(
  signer: Signer,
  { command, input, at }: Pick<Statement, 'command' | 'input' | 'at'>,
): Promise<SignedStatement> {
  const said = { version: 1, key: signer.publicKey, command, input, at, nonce: randomUUID() } as const;
  return { statement: said, signature: Buffer.from(await signer.sign(bytesOf(said))).toString('base64') };
}

/** Whether the statement's key has signed this very statement. */
export function isSigned({ statement: said, signature }: SignedStatement): boolean {
  return isSignature(bytesOf(said), signature, said.key);
}

/** A statement that the audit has kept; null for a text that is none. */
export function parseStatement(text: string): Statement | null {
  try {
    const parsed = z.safeParse(statement, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

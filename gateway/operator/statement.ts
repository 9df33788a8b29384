/** Operators sign this: a command with its input, an installation, a time and a nonce, as canonical JSON. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { canonicalJson } from '../../contract/canonical-json';
import { timeMs } from '../../contract/ids';
import { isSignature, publicKeyOf, type Signer } from '../adapters/operator-key';

const parts = {
  /** The speaker's raw public key, base64. */
  key: z.string().check(z.maxLength(64)),
  command: z.string().check(z.maxLength(100)),
  input: z.unknown(),
  /** UTC ms of the signing. */
  at: timeMs,
  nonce: z.uuid(),
};
const statement = z.strictObject({
  version: z.literal(2),
  ...parts,
  /** The installation that it counts for: an operator may have one key for several installations. */
  installation: z.uuid(),
});
export type Statement = z.output<typeof statement>;

/** The audit may have kept statements of the first version too, which named no installation and is not admitted any more. */
const keptStatement = z.union([statement, z.strictObject({ version: z.literal(1), ...parts })]);
export type KeptStatement = z.output<typeof keptStatement>;

export const signedStatement = z.strictObject({ statement, signature: z.string().check(z.maxLength(128)) });
export type SignedStatement = z.output<typeof signedStatement>;

export const operatorPublicKey = z
  .string()
  .check(z.refine((text) => publicKeyOf(text) !== null, 'must be the raw Ed25519 public key as base64'));

/** A statement's time may be this far from the gateway's clock. */
export const WINDOW_MS = 5 * 60_000;

/** Begins what is signed, so that a signature of this key for anything else is never one of a command. */
const PREFIX = 'RAB operator statement\n';

/** The statement's text, as the audit keeps it. */
export const statementText = (said: KeptStatement): string => canonicalJson(said);

const bytesOf = (said: KeptStatement) => Buffer.from(PREFIX + statementText(said), 'utf8');

export async function signStatement(
  signer: Signer,
  { command, input, at, installation }: Pick<Statement, 'command' | 'input' | 'at' | 'installation'>,
): Promise<SignedStatement> {
  const said = { version: 2, key: signer.publicKey, installation, command, input, at, nonce: randomUUID() } as const;
  return { statement: said, signature: Buffer.from(await signer.sign(bytesOf(said))).toString('base64') };
}

/** True when the statement's key has signed this very statement. */
export function isSigned({ statement: said, signature }: { statement: KeptStatement; signature: string }): boolean {
  return isSignature(bytesOf(said), signature, said.key);
}

/** A statement that the audit has kept; null for a text that is none. */
export function parseStatement(text: string): KeptStatement | null {
  try {
    const parsed = z.safeParse(keptStatement, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

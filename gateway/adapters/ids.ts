/** Identifiers and secrets that the gateway makes. Everything here comes from the operating system's secure source. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { HANDSHAKE_ALPHABET, HANDSHAKE_LENGTH } from '../../contract/envelope';

export interface IdSource {
  /** A version 4 UUID. */
  uuid(): string;
  /** A secret of 256 random bits as 43 characters of base64url: session tokens, tickets. */
  token(): string;
  /** `count` random decimal digits, leading zeros included: verification codes. */
  digits(count: number): string;
  /** Eight characters without the ones that are mistaken for each other (0 O 1 I). */
  invitationCode(): string;
  /** The answer's handshake (docs/rules.md §11). */
  handshake(): string;
}

/** 32 characters, so that a random byte's low five bits pick one without bias. */
const INVITATION_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITATION_LENGTH = 8;

function pick(alphabet: string, count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');
}

export const secureIds: IdSource = {
  uuid: () => randomUUID(),
  token: () => randomBytes(32).toString('base64url'),
  digits: (count) => pick('0123456789', count),
  invitationCode: () => pick(INVITATION_ALPHABET, INVITATION_LENGTH),
  handshake: () => pick(HANDSHAKE_ALPHABET, HANDSHAKE_LENGTH),
};

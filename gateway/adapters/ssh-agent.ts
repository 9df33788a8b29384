/**
 * Signs with an Ed25519 key that an SSH agent holds (draft-miller-ssh-agent). Two requests are all that this needs; libraries that
 * speak to agents bring a whole SSH client.
 */
import { connect } from 'node:net';
import { OperatorKeyError, type Signer } from './operator-key';

const REQUEST_IDENTITIES = 11;
const IDENTITIES_ANSWER = 12;
const SIGN_REQUEST = 13;
const SIGN_RESPONSE = 14;
const MAX_ANSWER_BYTES = 262_144;
const TIMEOUT_MS = 60_000;
const TYPE = 'ssh-ed25519';

/** A length of four bytes, and the bytes. */
function sshString(bytes: Uint8Array | string): Buffer {
  const content = Buffer.from(bytes as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
}

/** Reads such strings one after the other. @throws RangeError when they end too early */
function reader(bytes: Buffer) {
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError('the answer is cut off');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const number = () => take(4).readUInt32BE();
  return { number, string: () => take(number()) };
}

/** Sends a request and returns its answer, without the length. @throws OperatorKeyError */
function ask(socketPath: string, type: number, body: Uint8Array, expected: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      socket.destroy();
      reject(new OperatorKeyError(`the SSH agent ${why}`));
    };
    const socket = connect(socketPath, () => socket.write(sshString(Buffer.concat([Buffer.of(type), body]))));
    // The agent may ask its user first.
    socket.setTimeout(TIMEOUT_MS, () => fail('does not answer'));
    socket.on('error', () => fail('cannot be reached at SSH_AUTH_SOCK'));
    socket.on('close', () => fail('hung up'));
    let answer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length < 5) return;
      const length = answer.readUInt32BE();
      if (length > MAX_ANSWER_BYTES) return fail('answers something else');
      if (answer.length < 4 + length) return;
      if (answer[4] !== expected) return fail('refuses');
      resolve(answer.subarray(5, 4 + length));
      socket.destroy();
    });
  });
}

interface Identity {
  blob: Buffer;
  /** Raw, base64. */
  publicKey: string;
  comment: string;
}

async function ed25519Identities(socketPath: string): Promise<Identity[]> {
  const { number, string } = reader(await ask(socketPath, REQUEST_IDENTITIES, Buffer.alloc(0), IDENTITIES_ANSWER));
  return Array.from({ length: number() }, () => ({ blob: string(), comment: string().toString('utf8') })).flatMap(
    ({ blob, comment }) => {
      const key = reader(blob);
      if (key.string().toString('latin1') !== TYPE) return [];
      return [{ blob, comment, publicKey: key.string().toString('base64') }];
    },
  );
}

/** @throws RangeError for an answer that is cut off */
function rawSignature(answer: Buffer): Buffer {
  const signature = reader(reader(answer).string());
  if (signature.string().toString('latin1') !== TYPE) throw new OperatorKeyError('the SSH agent signs in another way');
  return signature.string();
}

/**
 * The agent's Ed25519 key whose comment or public key (raw, base64) `name` is; without a name its only one.
 * @throws OperatorKeyError
 */
export async function agentSigner(socketPath: string | undefined, name: string): Promise<Signer> {
  if (!socketPath) throw new OperatorKeyError('no SSH agent: SSH_AUTH_SOCK is not set');
  const all = await ed25519Identities(socketPath).catch((error: unknown) => {
    throw error instanceof RangeError ? new OperatorKeyError('the SSH agent answers something else') : error;
  });
  const fitting = all.filter(({ comment, publicKey }) => name === '' || name === comment || name === publicKey);
  const [identity] = fitting;
  if (!identity) throw new OperatorKeyError(`the SSH agent holds no Ed25519 key${name === '' ? '' : ` ${name}`}`);
  if (fitting.length > 1) {
    const names = fitting.map(({ comment }) => comment).join(', ');
    throw new OperatorKeyError(`the SSH agent holds several such keys: write agent:<comment>, with one of ${names}`);
  }
  const { blob, publicKey } = identity;
  return {
    publicKey,
    async sign(bytes) {
      const flags = Buffer.alloc(4);
      const body = Buffer.concat([sshString(blob), sshString(bytes), flags]);
      return rawSignature(await ask(socketPath, SIGN_REQUEST, body, SIGN_RESPONSE));
    },
  };
}

/** Signing with a key that an SSH agent holds, against an agent that speaks the protocol as drafted. */
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { agentSigner } from '../../../gateway/adapters/ssh-agent';
import { isSigned, signStatement } from '../../../gateway/operator/statement';
import { madeFolder } from '../../support/made-folder';

const text = (content: Buffer | string) => {
  const bytes = Buffer.from(content as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
const count = (n: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
};
const rawOf = (key: KeyObject) => Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url');
const blobOf = (key: KeyObject) => Buffer.concat([text('ssh-ed25519'), text(rawOf(key))]);
const other = Buffer.concat([text('ssh-rsa'), text('e'), text('n')]);

type Answer = (request: Buffer) => Buffer;

describe('an SSH agent', () => {
  let server: Server | null = null;
  afterEach(() => void server?.close());

  /** @returns the path of its socket */
  async function agent(answer: Answer): Promise<string> {
    const path = join(madeFolder('agent'), 'socket');
    server = createServer((socket) => {
      let got = Buffer.alloc(0);
      socket.on('data', (chunk: Buffer) => {
        got = Buffer.concat([got, chunk]);
        if (got.length < 4 || got.length < 4 + got.readUInt32BE()) return;
        // In pieces, as sockets do.
        const bytes = text(answer(got.subarray(4)));
        for (const byte of bytes) socket.write(Buffer.of(byte));
      });
      socket.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => server?.listen(path, resolve));
    return path;
  }
  const holding =
    (keys: Record<string, KeyObject>): Answer =>
    (request) => {
      if (request[0] === 11) {
        const listed = Object.entries(keys).flatMap(([comment, key]) => [text(blobOf(key)), text(comment)]);
        return Buffer.concat([Buffer.of(12), count(Object.keys(keys).length + 1), text(other), text('old'), ...listed]);
      }
      const blobLength = request.readUInt32BE(1);
      const blob = request.subarray(5, 5 + blobLength);
      const data = request.subarray(5 + blobLength + 4, -4);
      const key = Object.values(keys).find((one) => blobOf(one).equals(blob));
      if (request[0] !== 13 || !key) return Buffer.of(5);
      return Buffer.concat([Buffer.of(14), text(Buffer.concat([text('ssh-ed25519'), text(sign(null, data, key))]))]);
    };
  const [one, two] = [generateKeyPairSync('ed25519').privateKey, generateKeyPairSync('ed25519').privateKey];
  const installation = '00000000-0000-4000-8000-000000000000';
  const said = { command: 'config list', input: {}, at: 1, installation };

  it('signs with its only Ed25519 key, or with the one that is named', async () => {
    const single = await agentSigner(await agent(holding({ 'ann@desk': one })), '');
    expect(single.publicKey).toBe(rawOf(one).toString('base64'));
    expect(isSigned(await signStatement(single, said))).toBe(true);
    server?.close();
    const path = await agent(holding({ 'ann@desk': one, 'ann@home': two }));
    expect((await agentSigner(path, 'ann@home')).publicKey).toBe(rawOf(two).toString('base64'));
    const named = await agentSigner(path, rawOf(one).toString('base64'));
    expect(isSigned(await signStatement(named, said))).toBe(true);
    await expect(agentSigner(path, '')).rejects.toThrow(/several such keys.*ann@desk, ann@home/);
    await expect(agentSigner(path, 'bob')).rejects.toThrow(/holds no Ed25519 key bob/);
  });
});

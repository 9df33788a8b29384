/** The keys of one command line: a file that a passphrase opens, or an SSH agent. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { makeOperatorKey, OperatorKeyError, readOperatorKey, type Signer } from '../adapters/operator-key';
import { agentSigner } from '../adapters/ssh-agent';
import type { KeyRing } from './operators-cli';

export interface KeySettings {
  /** A file, or `agent`, or `agent:<comment or public key>`. */
  key: string;
  passphrase: string | undefined;
  passphraseFile: string | undefined;
  agentSocket: string | undefined;
}

/** Asks on the terminal and does not show the typed text. @throws OperatorKeyError without a terminal */
async function askPassphrase(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new OperatorKeyError(
      'no terminal to ask for the passphrase: set OPERATOR_PASSPHRASE or OPERATOR_PASSPHRASE_FILE',
    );
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  // Ctrl-C and Ctrl-D leave the question open for ever.
  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(new OperatorKeyError('no passphrase was given'));
    lines.once('SIGINT', stop).once('close', stop);
  });
  process.stderr.write(`${question}: `);
  try {
    return await Promise.race([lines.question(''), stopped]);
  } finally {
    stopped.catch(() => undefined);
    lines.close();
    process.stderr.write('\n');
  }
}

async function givenPassphrase({ passphrase, passphraseFile }: KeySettings): Promise<string | null> {
  if (passphrase !== undefined) return passphrase;
  if (passphraseFile === undefined) return null;
  try {
    return (await readFile(passphraseFile, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw new OperatorKeyError('the file of OPERATOR_PASSPHRASE_FILE cannot be read', { cause: error });
  }
}

async function newPassphrase(settings: KeySettings): Promise<string> {
  const given = await givenPassphrase(settings);
  if (given !== null) return given;
  const first = await askPassphrase(`New passphrase for ${settings.key}`);
  if ((await askPassphrase('The same again')) !== first) throw new OperatorKeyError('the two passphrases differ');
  return first;
}

const AGENT = /^agent(?::([\s\S]+))?$/;

/** Opens its key once, when the first command is signed. */
export function keyRing(settings: KeySettings, code: KeyRing['code']): KeyRing {
  const { key, agentSocket } = settings;
  const agent = AGENT.exec(key);
  const open = (): Promise<Signer> =>
    agent
      ? agentSigner(agentSocket, agent[1] ?? '')
      : readOperatorKey(key, async () => (await givenPassphrase(settings)) ?? askPassphrase(`Passphrase for ${key}`));
  let opened: Promise<Signer> | null = null;
  return {
    code,
    exists: () => agent !== null || existsSync(key),
    signer: () => (opened ??= open()),
    async make() {
      if (agent) throw new OperatorKeyError('an SSH agent makes no keys: use ssh-keygen -t ed25519 and ssh-add');
      // Checks for the file first, so that nobody types a passphrase for a key that cannot be written.
      if (existsSync(key)) throw new OperatorKeyError(`there is a file at ${key}`);
      const signer = await makeOperatorKey(key, await newPassphrase(settings));
      opened = Promise.resolve(signer);
      return { signer, path: key };
    },
  };
}

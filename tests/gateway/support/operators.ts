/** Operators who act on a test's database: each has a key of its own, made when it first acts. */
import { randomUUID } from 'node:crypto';
import { passingSigner, type Signer } from '../../../gateway/adapters/operator-key';
import type { Database } from '../../../gateway/db/client';
import type { OperatorRole } from '../../../gateway/db/schema/operators';
import { withTransaction } from '../../../gateway/db/transaction';
import { runCli, type CliEnvironment } from '../../../gateway/operator/cli';
import type { OperatorDeps } from '../../../gateway/operator/command';
import { installationOf } from '../../../gateway/operator/installation-repo';
import { insertOperator } from '../../../gateway/operator/operators-repo';
import { signStatement, type SignedStatement } from '../../../gateway/operator/statement';
import { answer, type Reply } from '../../../gateway/operator/transport';
import { keysOf, withSecondOperator } from '../../support/operator';

const signers = new WeakMap<Database, Map<string, Promise<Signer>>>();

async function enrolled({ db, clock }: OperatorDeps, name: string, role: OperatorRole, userId: string | null) {
  const signer = passingSigner();
  const row = { name, role, userId, publicKey: signer.publicKey, at: clock.now() };
  if (!(await withTransaction(db, (tx) => insertOperator(tx, row)))) throw new Error(`${name} is not enrolled`);
  return signer;
}

/**
 * Returns the key of the operator of this name, and enrols them first: as an admin unless `role` says otherwise the first time.
 */
export function operatorSigner(
  deps: OperatorDeps,
  name = 'ann',
  role: OperatorRole = 'admin',
  userId: string | null = null,
): Promise<Signer> {
  const known = signers.get(deps.db) ?? new Map<string, Promise<Signer>>();
  signers.set(deps.db, known);
  const signer = known.get(name) ?? enrolled(deps, name, role, userId);
  known.set(name, signer);
  return signer;
}

/** A command as this operator signs it now, for this installation. */
export async function signedBy(
  signer: Signer,
  { db, clock }: OperatorDeps,
  command: string,
  input: unknown,
): Promise<SignedStatement> {
  return signStatement(signer, { command, input, at: clock.now(), installation: await installationOf(db.db) });
}

/** Runs an operator's signed command. @returns the gateway's answer */
export async function act(deps: OperatorDeps, command: string, input: object, actor?: string): Promise<Reply> {
  return answer(deps, await signedBy(await operatorSigner(deps, actor), deps, command, input));
}

/** Runs a command, with a second operator's approval where it needs one. @returns the gateway's answer to the last of them */
export async function actAsTwo(
  deps: OperatorDeps,
  command: string,
  input: object,
  [first, second] = ['ann', 'bob'],
): Promise<Reply> {
  const signed = await signedBy(await operatorSigner(deps, first), deps, command, input);
  const send = withSecondOperator(
    (one) => answer(deps, one),
    () => operatorSigner(deps, second),
    () => deps.clock.now(),
  );
  return send(signed);
}

export interface Ran {
  code: number;
  out: string[];
  err: string[];
  json: { ok: boolean; message?: string; data?: unknown };
}

export interface RunOptions {
  actor?: string;
  send?(signed: SignedStatement): Promise<Reply>;
  releases?: CliEnvironment['releases'];
}

/** Runs one command line of one operator. */
export async function runOperator(deps: OperatorDeps, line: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { actor, send = (signed) => answer(deps, signed) } = options;
  const noReleases = () => {
    throw new Error('no release command here');
  };
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCli(line, {
    keys: () => keysOf(() => operatorSigner(deps, actor)),
    uuid: () => randomUUID(),
    now: () => deps.clock.now(),
    installation: () => installationOf(deps.db.db),
    send,
    releases: options.releases ?? noReleases,
    maintenance: noReleases,
    write: (text) => out.push(text),
    writeError: (text) => err.push(text),
  });
  const last = out.at(-1) ?? '';
  return { code, out, err, json: last.startsWith('{') ? (JSON.parse(last) as Ran['json']) : { ok: code === 0 } };
}

/** The operator's commands, as `npm run operator` has them, without a process of their own for each. */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT, runCli } from '../../gateway/operator/cli';
import { askGateway, SOCKET_NAME } from '../../gateway/operator/transport';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The private key of the pair that `dist/app` was built with: where the build script has it. */
export const BUILD_KEY_FILE = resolve(
  ROOT,
  process.env['RELEASE_KEY_FILE'] || join(process.env['VAR_DIR'] || 'var', 'release-key.pem'),
);

export interface OperatorOptions {
  /** Who it is, for the audit and where it takes two. */
  actor?: string;
  /** Signs releases. */
  keyFile?: string;
}

/** Runs one command in the gateway that has this folder. @returns what it printed @throws Error with what it refused with */
export async function operate(
  varDir: string,
  line: readonly string[],
  { actor = 'os:tester', keyFile = BUILD_KEY_FILE }: OperatorOptions = {},
): Promise<string[]> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCli(line, {
    actor,
    uuid: () => crypto.randomUUID(),
    async send(request) {
      const reply = await askGateway(join(varDir, SOCKET_NAME), request);
      if (!reply) throw new Error(`no gateway runs on ${varDir}`);
      return reply;
    },
    releases: () => ({
      callerDir: ROOT,
      releasesDir: join(varDir, 'releases'),
      keyFile,
      now: () => Date.now(),
    }),
    write: (text) => out.push(text),
    writeError: (text) => err.push(text),
  });
  if (code !== EXIT.done) throw new Error(`operator ${line.join(' ')}: ${code} ${err.join(' ')}`);
  return out;
}

/** The processes of local test networks, as the system lists them (Linux). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Process ids of the nodes of the chain whose state lies in `folder`. */
export function nodesOf(folder: string): number[] {
  const chainId = readFileSync(join(folder, 'chain-id'), 'utf8');
  const isNode = (pid: string) => {
    try {
      const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return program.endsWith('/anvil') && args.includes(chainId);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name) && isNode(name))
    .map(Number);
}

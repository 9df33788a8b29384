/** Commands that work on a whole installation, as `npm run operator` has them, in this process: it has the database's code compiled already. */
import { readEnvironment } from '../../../gateway/environment';
import { runCli } from '../../../gateway/operator/cli';
import { maintenanceOf } from '../../../gateway/operator/maintenance';

export interface Maintained {
  code: number;
  out: string;
  err: string;
}

const unasked = () => {
  throw new Error('nobody signs a command that works on a whole installation');
};

/** @param env of the process that it would be */
export async function maintain(env: Record<string, string>, line: readonly string[]): Promise<Maintained> {
  const told = { out: '', err: '' };
  const code = await runCli(line, {
    keys: unasked,
    uuid: unasked,
    now: unasked,
    installation: unasked,
    send: unasked,
    releases: unasked,
    maintenance: () => maintenanceOf(readEnvironment(env), process.cwd()),
    write: (text) => (told.out += `${text}\n`),
    writeError: (text) => (told.err += `${text}\n`),
  });
  return { code, ...told };
}

/** The command line of what is done while no gateway runs. */
import type { Command } from 'commander';
import type { Cli } from './cli';
import type { Maintenance } from './maintenance';

/** `secret rotate`. */
export function addMaintenance(
  program: Command,
  { show }: Pick<Cli, 'show'>,
  maintenance: () => Maintenance,
  say: (line: string) => void,
): void {
  const done = async (work: (say: (line: string) => void) => Promise<object | void>) => {
    const lines: string[] = [];
    const data = await work((line) => {
      lines.push(line);
      say(line);
    });
    show({ ok: true, lines: [], data: data ?? { lines }, failed: false });
  };
  program
    .command('secret')
    .description("the secret that the gateway's keys come from")
    .command('rotate')
    .description('put a new one in its place, while no gateway runs; broken off, the same again goes on')
    .action(() => done((tell) => maintenance().rotateSecret(tell)));
}

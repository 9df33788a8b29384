/** The command line's part that works on a whole installation. */
import type { Command } from 'commander';
import type { Cli } from './cli-parts';
import { groupNamed } from './cli-builder';
import type { Maintenance } from './maintenance';

type MaintenanceOutcome = { lines: string[]; data: unknown; failed?: boolean };

const iso = (ms: number) => new Date(ms).toISOString();

/** Adds `secret rotate`, `backup` and `restore`. @param say prints the progress at once */
export function addMaintenance(
  program: Command,
  { show }: Pick<Cli, 'show'>,
  maintenance: () => Maintenance,
  say: (line: string) => void,
): void {
  const done = async (work: () => Promise<MaintenanceOutcome>) => show({ ok: true, failed: false, ...(await work()) });
  groupNamed(program, 'secret')
    .command('rotate')
    .description('put a new one in its place, while no gateway runs; broken off, the same again goes on')
    .action(() =>
      done(async () => {
        await maintenance().rotateSecret(say);
        return { lines: [], data: {} };
      }),
    );
  program
    .command('backup <file>')
    .description('database, secret and uploads into one new file, sealed with BACKUP_PASSPHRASE')
    .action((file: string) =>
      done(async () => {
        const data = await maintenance().backUp(file);
        return { lines: [`${data.rows} rows and ${data.files} files are in ${file}.`], data };
      }),
    );
  program
    .command('restore <file>')
    .description('a backup into an empty installation; payouts are halted afterwards')
    .option('--check', 'only restore into a temporary database, reconcile that and compare; nothing is touched')
    .action((file: string, { check = false }: { check?: boolean }) =>
      done(async () => {
        if (check) {
          const { findings, ...data } = await maintenance().check(file);
          const found = findings.map((one) => `${one.check}\t${one.subject}\t${one.detail}`);
          const told = `The backup of ${iso(data.createdAt)} is whole: ${data.rows} rows, ${data.files} files.`;
          return {
            lines: findings.length === 0 ? [told, 'Its ledger is sound.'] : [told, ...found],
            data: { ...data, findings },
            failed: findings.length > 0,
          };
        }
        const data = await maintenance().restore(file);
        const told = `The backup of ${iso(data.createdAt)} is restored: ${data.rows} rows, ${data.files} files.`;
        return {
          lines: [told, 'Payouts of a database that has paid stay halted until operators raise the epoch.'],
          data,
        };
      }),
    );
}

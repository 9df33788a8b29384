/** The command line of the clock. */
import type { Command } from 'commander';
import type { Send } from './cli-parts';

/** `clock status|accept`. */
export function addClock(program: Command, send: Send): void {
  const clock = program.command('clock').description("the gateway's clock");
  clock
    .command('status')
    .description('what is doubted about it; exit code 1 when anything is')
    .action(() => send('clock status', {}));
  clock
    .command('accept')
    .description('it is right as it is, after a jump or a long pause; beside PostgreSQL two operators')
    .requiredOption('--reason <text>', 'why; kept in the audit')
    .action((options: object) => send('clock accept', { ...options }));
}

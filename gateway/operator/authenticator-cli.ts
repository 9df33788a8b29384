/** The command line of authenticators that were lost. */
import type { Command } from 'commander';
import type { Send } from './cli-parts';

const WHO = 'by id, e-mail, phone number or invitation code';

/** `authenticator list|reset|keep`. */
export function addAuthenticator(program: Command, send: Send, wholeNumber: (text: string) => number): void {
  const authenticator = program.command('authenticator').description('authenticators that their owners have lost');
  authenticator
    .command('list')
    .description('those that are to be taken off, and when')
    .option('--limit <count>', 'at most 200', wholeNumber, 50)
    .action((options: object) => send('authenticator list', { ...options }));
  authenticator
    .command('reset <user>')
    .description(`take it off after 72 h; two operators; ${WHO}`)
    .requiredOption('--check <text>', 'how the identity was checked; kept in the audit')
    .action((user: string, options: object) => send('authenticator reset', { user, ...options }));
  authenticator
    .command('keep <user>')
    .description('it is not taken off after all')
    .requiredOption('--reason <text>', 'why; kept in the audit')
    .action((user: string, options: object) => send('authenticator keep', { user, ...options }));
}

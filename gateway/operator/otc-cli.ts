/** The command line of the OTC markets. */
import type { Command } from 'commander';
import type { Send } from './cli';

export function addOtc(program: Command, send: Send, wholeNumber: (text: string) => number): void {
  const otc = program.command('otc').description('the OTC markets');
  otc
    .command('halt')
    .description('nothing is placed any more; cancelling works, and what is under way goes on')
    .requiredOption('--market <market>', 'rab')
    .requiredOption('--reason <text>', 'why; users read it')
    .action((options: object) => send('otc halt', { ...options }));
  otc
    .command('resume')
    .requiredOption('--market <market>', 'rab')
    .action((options: object) => send('otc resume', { ...options }));
  otc
    .command('orders')
    .description('orders of the RAB market, the newest first')
    .option('--user <user>', 'only of this one: id, e-mail, phone number or invitation code')
    .option('--status <status>', 'open (not ended yet), pending-match, match-ended, cancelled, completed', 'open')
    .option('--limit <count>', 'at most 200', wholeNumber, 50)
    .action((options: object) => send('otc orders', { ...options }));
}

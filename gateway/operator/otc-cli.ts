/** The command line of the OTC markets. */
import type { Command } from 'commander';
import type { Send } from './cli-parts';

export function addOtc(program: Command, send: Send, wholeNumber: (text: string) => number): void {
  const otc = program.command('otc').description('the OTC markets');
  otc
    .command('halt')
    .description('nothing is placed any more; cancelling works, and what is under way goes on')
    .requiredOption('--market <market>', 'rab or usdt')
    .requiredOption('--reason <text>', 'why; users read it')
    .action((options: object) => send('otc halt', { ...options }));
  otc
    .command('resume')
    .requiredOption('--market <market>', 'rab or usdt')
    .action((options: object) => send('otc resume', { ...options }));
  otc
    .command('orders')
    .description('orders of the RAB market, the newest first')
    .option('--user <user>', 'only of this one: id, e-mail, phone number or invitation code')
    .option('--status <status>', 'open (not ended yet), pending-match, match-ended, cancelled, completed', 'open')
    .option('--limit <count>', 'at most 200', wholeNumber, 50)
    .action((options: object) => send('otc orders', { ...options }));
  otc
    .command('trades')
    .description('trades of USDT, the oldest first')
    .option(
      '--state <state>',
      'open (not ended yet), dispute, paid, awaiting-payment, late-hold, completed, cancelled',
      'open',
    )
    .option('--limit <count>', 'at most 200', wholeNumber, 50)
    .action((options: object) => send('otc trades', { ...options }));
  otc
    .command('show <id>')
    .description('a trade of USDT: figures, payees, timeline, evidence, chat and where its images are')
    .action((id: string) => send('otc show', { id }));
  otc
    .command('rule <id>')
    .description('a dispute; above otc.secondOperatorAbove two different operators have to rule alike')
    .requiredOption('--for <side>', 'buyer or seller: who gets what is in escrow')
    .requiredOption('--reason <text>', 'why; both sides read it')
    .action((id: string, options: object) => send('otc rule', { id, ...options }));
  otc
    .command('say <id>')
    .description("to both sides in the trade's chat")
    .requiredOption('--text <text>')
    .action((id: string, { text }: { text: string }) => send('otc say', { id, text }));
}

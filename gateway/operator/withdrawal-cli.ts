/** The command line of withdrawals. */
import type { Command } from 'commander';
import type { Send } from './cli-parts';
import { addPayouts } from './payouts-cli';

export function addWithdrawal(program: Command, send: Send, wholeNumber: (text: string) => number): void {
  const withdrawal = program.command('withdrawal').description('withdrawals: review, and payments by bank');
  withdrawal
    .command('list')
    .option('--state <state>', 'open (not ended yet), requested, approved, sending, success, rejected, …', 'open')
    .option('--limit <count>', 'at most 200', wholeNumber, 50)
    .action((options: object) => send('withdrawal list', { ...options }));
  withdrawal
    .command('show <id>')
    .description('with the full account to pay to, who approved it, and its transactions')
    .action((id: string) => send('withdrawal show', { id }));
  withdrawal
    .command('approve <id>')
    .description('above withdrawals.secondOperatorAbove two different operators have to')
    .action((id: string) => send('withdrawal approve', { id }));
  withdrawal
    .command('reject <id>')
    .description('as long as nothing was sent; amount and fee go back in full')
    .requiredOption('--reason <text>', 'why; the user reads it')
    .action((id: string, { reason }: { reason: string }) => send('withdrawal reject', { id, reason }));
  withdrawal
    .command('pay <id>')
    .description('an approved withdrawal to a bank card has been paid')
    .requiredOption('--reference <text>', "the bank's reference of the payment; the user reads it")
    .action((id: string, { reference }: { reference: string }) => send('withdrawal pay', { id, reference }));
  addPayouts(withdrawal, send, wholeNumber);
}

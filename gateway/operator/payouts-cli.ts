/** The command line of what halts payouts, and of how that ends. */
import type { Command } from 'commander';
import type { Send } from './cli-parts';

const REASON = 'why; kept in the audit';
const TOLD = 'what happened; the user reads it';

function addHalts(withdrawal: Command, send: Send, wholeNumber: (text: string) => number): void {
  withdrawal
    .command('status')
    .description(
      'what halts payouts, and what left the wallet that nobody here knows; exit code 1 when there is something',
    )
    .action(() => send('withdrawal status', {}));
  withdrawal
    .command('halt')
    .description('nothing is signed or sent any more')
    .option('--network <network>', 'BEP20 or TRC20; all when absent')
    .requiredOption('--reason <text>', REASON)
    .action((options: object) => send('withdrawal halt', { ...options }));
  withdrawal
    .command('resume')
    .description("ends an operator's halt; a second operator accepts a difference between wallet and ledger")
    .option('--network <network>', 'BEP20 or TRC20; the halt of all networks when absent')
    .action((options: object) => send('withdrawal resume', { ...options }));
  withdrawal
    .command('raise-epoch')
    .description('this database is the one to pay from, after a restore or a promotion; two operators')
    .requiredOption('--reason <text>', REASON)
    .action((options: object) => send('withdrawal raise-epoch', { ...options }));
  withdrawal
    .command('adopt-wallet')
    .description('a wallet that has sent transactions before this database was set up; two operators')
    .requiredOption('--network <network>', 'BEP20')
    .requiredOption('--address <address>', 'of the wallet')
    .requiredOption('--next <count>', 'how many transactions it has sent', wholeNumber)
    .requiredOption('--reason <text>', REASON)
    .action((options: object) => send('withdrawal adopt-wallet', { ...options }));
}

function addExplanations(withdrawal: Command, send: Send): void {
  withdrawal
    .command('match <id>')
    .description('a final transaction of the wallet has paid it, although it was not signed for it here; two operators')
    .requiredOption('--tx <id>', 'the transaction')
    .requiredOption('--reason <text>', TOLD)
    .action((id: string, options: object) => send('withdrawal match', { id, ...options }));
  withdrawal
    .command('foreign')
    .description('a final transaction of the wallet has nothing to do with withdrawals; two operators')
    .requiredOption('--network <network>', 'BEP20')
    .requiredOption('--tx <id>', 'the transaction')
    .requiredOption('--reason <text>', REASON)
    .action((options: object) => send('withdrawal foreign', { ...options }));
  withdrawal
    .command('resolve <id>')
    .description('one whose nonce another final transaction has; two operators')
    .option('--paid <tx>', 'this final transaction has paid it')
    .option('--returned', 'nothing has: amount and fee go back')
    .requiredOption('--reason <text>', TOLD)
    .action((id: string, options: object) => send('withdrawal resolve', { id, ...options }));
  withdrawal
    .command('reissue <id>')
    .description('sign it anew with the nonce that it has, and fill what is missing below it')
    .action((id: string) => send('withdrawal reissue', { id }));
}

export function addPayouts(withdrawal: Command, send: Send, wholeNumber: (text: string) => number): void {
  addHalts(withdrawal, send, wholeNumber);
  addExplanations(withdrawal, send);
}

/** The commands about chains. */
import type { Command } from 'commander';
import type { Send } from './cli-parts';

export function addChain(program: Command, send: Send): void {
  const chain = program.command('chain').description('the networks that deposits come over');
  chain
    .command('status')
    .description('how far each was read, and what is wrong; exit code 1 when something is')
    .action(() => send('chain status', {}));
  chain
    .command('send')
    .description('pay from outside on the local test network; its USDT has no value')
    .requiredOption('--to <address>', 'a deposit address')
    .requiredOption('--amount <amount>', 'plain decimal, e.g. 250.5')
    .action(({ to, amount }: { to: string; amount: string }) => send('chain send', { to, amount }));
  chain
    .command('reread')
    .description('read a network again from a block on, e.g. after a reorganisation that is too deep to follow')
    .requiredOption('--network <network>', 'BEP20 or TRC20')
    .requiredOption('--from <block>', 'the first block to read again')
    .action(({ network, from }: { network: string; from: string }) => send('chain reread', { network, from }));
}

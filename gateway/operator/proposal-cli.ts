/** The command line of proposals. */
import type { Command } from 'commander';
import type { Cli } from './cli-parts';

export function addProposal(program: Command, { ask, send, show }: Cli, wholeNumber: (text: string) => number): void {
  const proposal = program.command('proposal').description('what one operator proposed and another has to approve');
  proposal
    .command('list')
    .option('--state <state>', 'open, executed, rejected or all', 'open')
    .option('--limit <count>', 'at most 200', wholeNumber, 50)
    .action((options: object) => send('proposal list', { ...options }));
  proposal
    .command('show <id>')
    .description('the command, its input, who proposed it, and what it would do')
    .action((id: string) => send('proposal show', { id }));
  proposal
    .command('approve <id>')
    .description('executes it, as things are now; another operator than the one who proposed it')
    .action(async (id: string) => {
      const shown = await ask('proposal show', { id });
      if (!shown.ok) return show(shown);
      const { command, input } = shown.data as { command: string; input: unknown };
      await send('proposal approve', { id, command, input });
    });
  proposal
    .command('reject <id>')
    .requiredOption('--reason <text>', 'why')
    .action((id: string, { reason }: { reason: string }) => send('proposal reject', { id, reason }));
}

/** The command line of the real-name queue. */
import { InvalidArgumentError, type Command } from 'commander';
import type { Send } from './cli-parts';

/** Collects `--field documentNumber=blurred --field images=…`. */
function reasonByField(value: string, so_far: Record<string, string> = {}): Record<string, string> {
  const [, field = '', reason = ''] = /^([A-Za-z]+)=([\s\S]+)$/.exec(value) ?? [];
  if (field === '') throw new InvalidArgumentError('Write it as field=reason.');
  return { ...so_far, [field]: reason };
}

/** `identity list|show|approve|fail`. */
export function addIdentity(program: Command, send: Send, wholeNumber: (text: string) => number): void {
  const identity = program.command('identity').description('real-name verifications');
  identity
    .command('list')
    .option('--status <status>', 'pending-review, approved, failed or not-verified', 'pending-review')
    .option('--limit <count>', 'at most 200', wholeNumber, 50)
    .action((options: object) => send('identity list', { ...options }));
  identity
    .command('show <user>')
    .description('by id, e-mail, phone number or invitation code; tells the version to decide about')
    .action((user: string) => send('identity show', { user }));
  identity
    .command('approve <user>')
    .requiredOption('--seen <version>', 'the version that was looked at', wholeNumber)
    .action((user: string, { seen }: { seen: number }) => send('identity approve', { user, version: seen }));
  identity
    .command('fail <user>')
    .requiredOption('--seen <version>', 'the version that was looked at', wholeNumber)
    .requiredOption(
      '--field <field=reason>',
      'documentType, documentNumber, realName or images, and why; repeatable; the others are approved',
      reasonByField,
    )
    .action((user: string, { seen, field }: { seen: number; field: Record<string, string> }) =>
      send('identity fail', { user, version: seen, reasons: field }),
    );
}

/** The command line is made out of the commands' declarations (gateway/operator/cli-builder.ts). */
import { Command as Line } from 'commander';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Command } from '../../../gateway/operator/command';
import { addDeclared } from '../../../gateway/operator/cli-builder';
import { COMMANDS } from '../../../gateway/operator/command-list';

/** Fields that the command line adds to the typed ones. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  'fund-pool': ['runId'],
  'insurance pay': ['runId'],
  'ticket grant': ['runId'],
  'proposal approve': ['command', 'input'],
};

/** The fields of a command's input. */
function fieldsOf({ schema }: Command): string[] {
  const { shape } = (schema as z.ZodMiniObject)._zod.def;
  return Object.keys(shape).sort();
}

/** Parses a line and returns the input that it hands over. */
async function handed(command: Command, words: readonly string[]): Promise<unknown> {
  const program = new Line().exitOverride().configureOutput({ writeErr: () => undefined });
  let given: unknown;
  addDeclared(program, command, async (input) => {
    given = input;
  });
  await program.parseAsync([...command.name.split(' '), ...words], { from: 'user' });
  return given;
}

const declared = COMMANDS.filter(({ options }) => options !== undefined);
const named = (name: string): Command => {
  const found = COMMANDS.find((one) => one.name === name);
  if (!found) throw new Error(`no command ${name}`);
  return found;
};

describe('declarations of operator commands', () => {
  it('say each command once, and what the audit says of it', () => {
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
    for (const { name, audited } of COMMANDS) expect(audited, name).toMatch(/^[a-z].*[^.]$/);
    expect(declared.length).toBeGreaterThan(50);
  });

  it.each(declared.map((command) => [command.name, command] as const))(
    '%s: every field of the input is given by the line',
    async (name, command) => {
      const { options = [] } = command;
      const words = options.flatMap(({ flags, as }) => {
        const text = { count: '7', 'count-or-all': 'all', json: '7', pairs: 'a=b' }[as ?? 'json'];
        if (flags.startsWith('<')) return [text];
        return flags.includes('<') ? [flags.split(' ')[0] ?? '', text] : [flags];
      });
      const input = await handed(command, words);
      const added = ADDED[name] ?? [];
      expect([...Object.keys(input as object), ...added].sort()).toEqual(fieldsOf(command));
    },
  );

  it('reads values as they are declared, and takes defaults for what is not given', async () => {
    expect(await handed(named('withdrawal list'), [])).toEqual({ state: 'open', limit: 50 });
    expect(await handed(named('withdrawal list'), ['--limit', '5'])).toEqual({ state: 'open', limit: 5 });
    expect(await handed(named('config set'), ['app.x', '0.5'])).toEqual({ key: 'app.x', value: 0.5 });
    expect(await handed(named('config set'), ['app.x', 'words'])).toEqual({ key: 'app.x', value: 'words' });
    const reasons = ['--seen', '3', '--field', 'images=too dark', '--field', 'realName=a=b'];
    expect(await handed(named('identity fail'), ['9', ...reasons])).toEqual({
      user: '9',
      version: 3,
      reasons: { images: 'too dark', realName: 'a=b' },
    });
    expect(await handed(named('reconcile'), ['--chain', '--days', 'all'])).toEqual({ chain: true, days: 'all' });
  });

  it('refuse what cannot be read, and what is missing', async () => {
    await expect(handed(named('withdrawal list'), ['--limit', 'many'])).rejects.toThrow(/whole number/);
    await expect(handed(named('identity fail'), ['9', '--seen', '1', '--field', 'images'])).rejects.toThrow(
      /Write it as field=reason/,
    );
    await expect(handed(named('withdrawal reject'), ['9'])).rejects.toThrow(/--reason/);
    await expect(handed(named('withdrawal reject'), ['--reason', 'x'])).rejects.toThrow(/missing required argument/);
  });
});

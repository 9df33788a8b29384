/** Makes the command line out of the commands' declarations (command.ts): `withdrawal list --limit 5`. */
import { InvalidArgumentError, type Command as Line } from 'commander';
import type { Command, CommandOption } from './command';

/** Help texts for the first words of commands. */
const GROUPS: Readonly<Record<string, string>> = {
  audit: 'what operators did',
  authenticator: 'authenticators that their owners have lost',
  banner: 'banners on Home',
  chat: 'customer service',
  chain: 'the networks that deposits come over',
  clock: "the gateway's clock",
  config: "the operator's figures; a change holds at once",
  content: 'anything that was published',
  dividend: 'the AI dividend',
  document: 'documents on the customer-service page',
  feedback: 'what users wrote to the platform, and the replies',
  gathering: 'money from deposit addresses to the wallet that withdrawals are paid from',
  identity: 'real-name verifications',
  insurance: 'the insurance fund',
  link: 'links to the community, on the customer-service page',
  machine: 'mining machines on sale',
  mining: 'receipts of mining, which the machines share',
  news: 'news and bulletins',
  notice: 'the scrolling notice, and notices that everybody acknowledges',
  operator: 'who operates, with which role and key',
  otc: 'the OTC markets',
  price: 'the guide price that RAB is exchanged and valued at',
  proposal: 'what one operator proposed and another has to approve',
  question: 'common questions on the customer-service page',
  release: 'versions of the app that installed ones update to',
  secret: "the secret that the gateway's keys come from",
  slips: 'delivery slips of the trading desk behind custody',
  team: 'figures of the team',
  ticket: 'tickets, which pay for mining machines',
  upload: 'images that users sent',
  user: 'freeze an account, and let it thaw',
  users: 'who is registered',
  withdrawal: 'withdrawals: review, and payments by bank',
};

/** The line of a group, made when it is first asked for. */
export function groupNamed(program: Line, name: string): Line {
  const known = program.commands.find((one) => one.name() === name);
  return known ?? program.command(name).description(GROUPS[name] ?? '');
}

export function wholeNumber(value: string): number {
  if (!/^[0-9]{1,6}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

/** A value as JSON where it is JSON, else as text: `0.03` would lose digits as a number only where a text is wanted. */
export function settingValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

type OptionReader = (value: string, before: unknown) => unknown;

/** Collects `--field documentNumber=blurred --field images=…`. */
function pairs(flags: string): OptionReader {
  const form = /<(.+)>/.exec(flags)?.[1] ?? 'name=value';
  return (value, before) => {
    const [, name = '', text = ''] = /^([^=]+)=([\s\S]+)$/.exec(value.trim()) ?? [];
    if (name === '') throw new InvalidArgumentError(`Write it as ${form}.`);
    return { ...(before as Record<string, string> | undefined), [name]: text };
  };
}

const READERS: Record<NonNullable<CommandOption['as']>, (flags: string) => OptionReader> = {
  count: () => wholeNumber,
  'count-or-all': () => (value) => (value === 'all' ? value : wholeNumber(value)),
  json: () => settingValue,
  pairs,
};

const isArgument = ({ flags }: CommandOption) => flags.startsWith('<');

/** The field of the input: as Commander names it, `--public-key <base64>` is `publicKey`. */
function attributeOf({ flags }: CommandOption): string {
  const [name = ''] = flags.replace(/^--|^</, '').split(/[ >]/);
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function addOption(line: Line, { flags, text = '', required, as, default: fallback }: CommandOption): void {
  const read = as && READERS[as](flags);
  const add = (required ? line.requiredOption : line.option).bind(line) as (...given: unknown[]) => Line;
  if (read) add(flags, text, read, fallback);
  else add(flags, text, fallback);
}

/** @param act carries the line out */
export function addDeclared(
  program: Line,
  { name, description, options }: Command,
  act: (input: Record<string, unknown>) => Promise<void>,
): void {
  if (options === undefined) return;
  const [first = '', second] = name.split(' ');
  const line = second === undefined ? program.command(first) : groupNamed(program, first).command(second);
  if (description !== undefined) line.description(description);
  const places = options.filter(isArgument);
  for (const { flags, text = '', as } of places) {
    const read = as && READERS[as](flags);
    if (read) line.argument(flags, text, read);
    else line.argument(flags, text);
  }
  for (const option of options) if (!isArgument(option)) addOption(line, option);
  line.action((...given: unknown[]) => {
    const named = given[places.length] as Record<string, unknown>;
    const pick = (option: CommandOption) => {
      const at = places.indexOf(option);
      return at >= 0 ? given[at] : named[attributeOf(option)];
    };
    const fields = options.map((option) => [option.field ?? attributeOf(option), pick(option)] as const);
    return act(Object.fromEntries(fields.filter(([, value]) => value !== undefined)));
  });
}

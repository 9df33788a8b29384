/** `release …` on the command line. Files and keys are this process's work; what is announced is the database's (release.ts). */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { LangCode } from '../../contract/ids';
import { releaseNotes, type ReleaseKind, type ReleaseNotes } from '../../contract/release';
import { makeReleaseKey, publicKeyText, ReleaseKeyError } from '../adapters/release-key';
import { releaseStore } from '../adapters/release-store';
import { givenVersion } from '../domain/release/given-version';
import { OperatorError } from './command';
import { groupNamed, wholeNumber } from './cli-builder';
import { makePackages } from './release-package';
import type { Reply } from './transport';

const DAY_MS = 86_400_000;
const MAX_EXPIRES_DAYS = 3_650;

export interface ReleaseEnvironment {
  /** The caller's folder: paths on the command line start here. */
  callerDir: string;
  releasesDir: string;
  keyFile: string;
  /** UTC ms. */
  now(): number;
}

export interface ReleaseCli {
  environment(): ReleaseEnvironment;
  /** Asks the database's side. */
  ask(command: string, input: unknown): Promise<Reply>;
  /** Prints the answer and sets the exit code. */
  show(reply: Reply): void;
}

interface PublishOptions {
  folder: string;
  version: string;
  full?: boolean;
  expiresDays: number;
  note?: ReleaseNotes;
}

/** @throws OperatorError naming the language and what is wrong with its text */
function judgedNotes(notes: ReleaseNotes): ReleaseNotes {
  const parsed = z.safeParse(releaseNotes, notes);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [lang, place] = issue?.path ?? [];
  const which = typeof place === 'number' ? `note ${place + 1} in ${String(lang)}` : `the notes in ${String(lang)}`;
  throw new OperatorError('input', `${which} ${issue?.message}`);
}

/** @throws OperatorError */
async function publish(
  cli: ReleaseCli,
  { folder, full, expiresDays, note, ...options }: PublishOptions,
): Promise<Reply> {
  const { callerDir, releasesDir, keyFile, now } = cli.environment();
  const version = z.safeParse(givenVersion, options.version).data;
  if (version === undefined) {
    const shown = options.version.slice(0, 40);
    throw new OperatorError(
      'input',
      `a version is up to four numbers with dots, e.g. 1.0.51, or its code of five or six digits, e.g. 10051, not ${shown}`,
    );
  }
  if (expiresDays < 1 || expiresDays > MAX_EXPIRES_DAYS) {
    throw new OperatorError('input', `a package expires after 1 to ${MAX_EXPIRES_DAYS} days`);
  }
  const notes = note && judgedNotes(note);
  const checked = await cli.ask('release check', { version });
  if (!checked.ok) return checked;
  const issuedAt = now();
  const expiresAt = issuedAt + expiresDays * DAY_MS;
  const { packages, isKeyBuiltIn } = await makePackages({
    store: releaseStore(releasesDir),
    folder: resolve(callerDir, folder),
    keyFile,
    version,
    kinds: full ? (['hot', 'full'] as const satisfies readonly ReleaseKind[]) : ['hot'],
    issuedAt,
    expiresAt,
    ...(notes && { notes }),
  });
  const reply = await cli.ask('release publish', { version, packages, issuedAt, expiresAt });
  if (!reply.ok || isKeyBuiltIn) return reply;
  const warning =
    'note: its service worker was built with another public key; after it, apps take releases of that key only';
  return { ...reply, lines: [...reply.lines, warning] };
}

/** @throws OperatorError */
async function keygen({ keyFile }: ReleaseEnvironment): Promise<Reply> {
  try {
    const publicKey = publicKeyText(await makeReleaseKey(keyFile));
    const lines = [`the private key is in ${keyFile}: keep a backup of it apart`, `RELEASE_PUBLIC_KEY=${publicKey}`];
    return { ok: true, lines, data: { keyFile, publicKey }, failed: false };
  } catch (error) {
    throw error instanceof ReleaseKeyError ? new OperatorError('state', error.message) : error;
  }
}

/** @param languageAndText reads `LANG=text` */
export function addRelease(
  program: Command,
  cli: ReleaseCli,
  languageAndText: (text: string) => { lang: LangCode; text: string },
): void {
  const addNote = (value: string, notes: ReleaseNotes = {}): ReleaseNotes => {
    const { lang, text } = languageAndText(value);
    return { ...notes, [lang]: [...(notes[lang] ?? []), text] };
  };

  const release = groupNamed(program, 'release');
  release
    .command('keygen')
    .description('make the pair of keys that releases are signed with; nothing is replaced')
    .action(async () => cli.show(await keygen(cli.environment())));
  release
    .command('publish')
    .description('sign a built app and announce it')
    .requiredOption('--folder <folder>', 'the built app, e.g. dist/app')
    .requiredOption('--version <version>', 'newer than all before, e.g. 1.0.51, or as its code, 10051')
    .option('--full', 'also a full package: service worker, web manifest, icons')
    .option('--expires-days <days>', 'how long it may be installed', wholeNumber, 30)
    .option('--note <LANG=text>', 'what is new, one line of plain text; repeatable, up to four a language', addNote)
    .action(async (options: PublishOptions) => cli.show(await publish(cli, options)));
}

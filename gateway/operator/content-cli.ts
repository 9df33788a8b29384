/** The command line of what is published. It reads the files that the texts of articles, and their pictures, lie in. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { MAX_DOCUMENT_BYTES } from '../../contract/calls/documents';
import { QUESTION_TOPICS } from '../../contract/calls/help';
import { LANG_CODES, type LangCode } from '../../contract/ids';
import { cleanImage, smallCopy } from '../adapters/image-codec';
import { BANNER_TARGETS } from '../domain/content/publish';
import { groupNamed, wholeNumber } from './cli-builder';
import type { Cli, CommandSender } from './cli-parts';
import { OperatorError } from './command';
import { SIDE_PX } from './content-image';

type ByLanguage = Partial<Record<LangCode, string>>;

interface TextOptions {
  file?: ByLanguage;
  title?: ByLanguage;
  text?: ByLanguage;
  action?: ByLanguage;
  body?: ByLanguage;
  dryRun?: boolean;
}

interface ContentCli {
  send: CommandSender;
  ask: Cli['ask'];
  show: Cli['show'];
  /** Paths on the command line start here. */
  callerDir(): string;
  /** Reads `EN=…`. @throws InvalidArgumentError */
  languageAndText(value: string): { lang: LangCode; text: string };
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new OperatorError('input', `the file ${path} cannot be read`);
  }
}

/** `document publish`: each language's file first, then the document that names them. */
function addDocument(
  program: Command,
  { send, ask, show, callerDir }: ContentCli,
  byLanguage: (value: string, before?: ByLanguage) => ByLanguage,
): void {
  const fileAdded = async (path: string): Promise<string | null> => {
    const bytes = readBytes(resolve(callerDir(), path));
    if (bytes.length > MAX_DOCUMENT_BYTES)
      throw new OperatorError('input', `the file ${path} has more than ${MAX_DOCUMENT_BYTES} bytes`);
    const reply = await ask('content file', { base64: bytes.toString('base64') });
    if (reply.ok) return (reply.data as { id: string }).id;
    show({ ...reply, message: `${path}: ${reply.message}` });
    return null;
  };
  groupNamed(program, 'document')
    .command('publish')
    .description('a PDF for the customer-service page, in one language or several')
    .requiredOption('--title <LANG=text>', 'repeatable', byLanguage)
    .requiredOption('--file <LANG=path>', `the PDF, ${MAX_DOCUMENT_BYTES} bytes at most; repeatable`, byLanguage)
    .option('--text <LANG=text>', 'one line of what it is about; repeatable', byLanguage)
    .option('--position <count>', 'small numbers come first (100)', wholeNumber)
    .action(async ({ position, file = {}, ...options }: TextOptions & { position?: number }) => {
      const ids: Record<string, string> = {};
      for (const [lang, path] of Object.entries(file)) {
        const id = await fileAdded(path);
        if (id === null) return;
        ids[lang] = id;
      }
      const written = Object.entries(textsOf({ ...options, file }));
      const texts = Object.fromEntries(
        written.map(([lang, text]) => [lang, { ...text, ...(ids[lang] === undefined ? {} : { file: ids[lang] }) }]),
      );
      await send('content publish', { kind: 'document', texts, ...(position === undefined ? {} : { position }) });
    });
}

/** One entry per language that any of the options names; a missing part is empty and refused where it is needed. */
function textsOf({ title = {}, text = {}, action = {}, body = {}, file = {} }: TextOptions) {
  const langs = LANG_CODES.filter((lang) => [title, text, action, body, file].some((option) => lang in option));
  return Object.fromEntries(
    langs.map((lang) => [
      lang,
      {
        title: title[lang] ?? '',
        text: text[lang] ?? '',
        ...(action[lang] === undefined ? {} : { action: action[lang] }),
        ...(body[lang] === undefined ? {} : { body: body[lang] }),
      },
    ]),
  );
}

/** `notice publish` and its like, `content image`. */
export function addContent(program: Command, cli: ContentCli): void {
  const { send, callerDir, languageAndText } = cli;
  const byLanguage = (value: string, before: ByLanguage = {}): ByLanguage => {
    const { lang, text } = languageAndText(value);
    return { ...before, [lang]: text };
  };
  /** `EN=@article.md` reads the file. */
  const byLanguageOrFile = (value: string, before: ByLanguage = {}): ByLanguage => {
    const { lang, text } = languageAndText(value);
    const whole = text.startsWith('@') ? readBytes(resolve(callerDir(), text.slice(1))).toString('utf8') : text;
    return { ...before, [lang]: whole };
  };
  const publish = (kind: string, { dryRun = false, ...options }: TextOptions, more: object = {}) =>
    send(dryRun ? 'content check' : 'content publish', { kind, texts: textsOf(options), ...more });
  const line = (group: string, description: string) =>
    groupNamed(program, group)
      .command('publish')
      .description(description)
      .option('--dry-run', 'judge it, show what would be left out, and publish nothing');
  const BODY = 'Markdown; LANG=@file reads a file; repeatable';

  line('notice', 'a notice for the scrolling line, or one that everybody acknowledges once per version')
    .option('--text <LANG=text>', 'the scrolling notice in one language; repeatable', byLanguage)
    .option('--mandatory <name>', 'its name, the same for each version: everybody acknowledges the notice')
    .option('--version-number <count>', 'the version of a mandatory notice', wholeNumber)
    .option('--title <LANG=text>', 'of a mandatory notice; repeatable', byLanguage)
    .option('--body <LANG=text>', `of a mandatory notice: ${BODY}`, byLanguageOrFile)
    .action(({ mandatory, versionNumber, ...options }: TextOptions & { mandatory?: string; versionNumber?: number }) =>
      mandatory === undefined
        ? publish('notice', options)
        : publish('mandatory', options, {
            name: mandatory,
            ...(versionNumber === undefined ? {} : { version: versionNumber }),
          }),
    );
  line('news', 'a news or a bulletin: title, summary, and the article where there is more to say')
    .option('--kind <kind>', 'news or bulletin', 'news')
    .requiredOption('--title <LANG=text>', 'repeatable', byLanguage)
    .requiredOption('--text <LANG=text>', 'summary; repeatable', byLanguage)
    .option('--body <LANG=text>', BODY, byLanguageOrFile)
    .action(({ kind, ...options }: TextOptions & { kind: string }) => publish(kind, options));
  line('banner', 'a banner on Home')
    .requiredOption('--title <LANG=text>', 'repeatable', byLanguage)
    .requiredOption('--text <LANG=text>', 'repeatable', byLanguage)
    .option('--action <LANG=text>', 'label of its button; repeatable', byLanguage)
    .option('--target <route>', `the screen that it leads to: ${BANNER_TARGETS.join(', ')}`)
    .action(({ target, ...options }: TextOptions & { target?: string }) =>
      publish('banner', options, target === undefined ? {} : { target }),
    );
  line('question', 'a common question with its answer, for the customer-service page')
    .requiredOption('--topic <topic>', QUESTION_TOPICS.join(', '))
    .requiredOption('--title <LANG=text>', 'the question; repeatable', byLanguage)
    .requiredOption('--body <LANG=text>', `the answer: ${BODY}`, byLanguageOrFile)
    .option('--position <count>', 'small numbers come first (100)', wholeNumber)
    .action(({ topic, position, ...options }: TextOptions & { topic: string; position?: number }) =>
      publish('question', options, { topic, ...(position === undefined ? {} : { position }) }),
    );
  line('link', 'a link to the community, for the customer-service page')
    .requiredOption('--address <address>', 'begins with https://')
    .requiredOption('--title <LANG=text>', 'repeatable', byLanguage)
    .requiredOption('--text <LANG=text>', 'what one finds there; repeatable', byLanguage)
    .option('--position <count>', 'small numbers come first (100)', wholeNumber)
    .action(({ address, position, ...options }: TextOptions & { address: string; position?: number }) =>
      publish('link', options, { target: address, ...(position === undefined ? {} : { position }) }),
    );
  addDocument(program, cli, byLanguage);
  groupNamed(program, 'content')
    .command('image <file>')
    .description('add a picture for articles; it prints how a body names it')
    .action(async (file: string) => {
      const given = await cleanImage(readBytes(resolve(callerDir(), file)));
      if (!given) throw new InvalidArgumentError('It must be a JPEG, PNG or WebP picture.');
      // Small before it is sent; the gateway does the same again and trusts nobody.
      const { bytes } = await smallCopy(given.bytes, { side: SIDE_PX, fit: 'inside' });
      await send('content image', { base64: Buffer.from(bytes).toString('base64') });
    });
}

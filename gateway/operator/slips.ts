/** `slips import` and `slips imports`: delivery slips of the trading desk, from a file (docs/rules.md §9). */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Tx } from '../db/transaction';
import type { SlipColumn, SlipRow } from '../domain/slips/columns';
import { MAX_FILE_BYTES, readSlipFile, SLIP_FORMATS, type Finding } from '../domain/slips/file';
import { importSlips, type ImportOutcome, type RowAccount } from '../domain/slips/import';
import { latestImports, type SlipImport } from '../domain/slips/repo';
import { defineCommand, refuseOwn, type Outcome } from './command';
import { accountsOf, findUser } from './repo';

/** A report has at most this many lines; the first ones suffice to see what is wrong. */
const MAX_FINDINGS = 200;

/** Finds the accounts of rows, each user once. */
function accountFinder(tx: Tx) {
  const owners = new Map<string, { userId: string; main: string | null; all: ReadonlySet<string> } | null>();
  const find = async (name: string) => {
    const user = await findUser(tx, name.trim());
    if (!user) return null;
    const accounts = await accountsOf(tx, user.id);
    return {
      userId: user.id,
      main: accounts.find(({ kind }) => kind === 'main')?.id ?? null,
      all: new Set(accounts.map(({ id }) => id)),
    };
  };
  return async ({ user, account }: SlipRow): Promise<RowAccount | { column: SlipColumn; reason: string }> => {
    const owner = owners.has(user) ? owners.get(user) : await find(user);
    owners.set(user, owner ?? null);
    if (!owner?.main)
      return { column: 'user', reason: 'is nobody here: give an id, e-mail, phone number or invitation code' };
    if (account !== undefined && !owner.all.has(account))
      return { column: 'account', reason: 'is no account of that user' };
    return { userId: owner.userId, accountId: account ?? owner.main };
  };
}

interface Imported {
  file: string;
  sha256: string;
  isDryRun: boolean;
  rows: number;
}

const lineOf = ({ line, column, reason }: Finding) => `line ${line}\t${column ?? '–'}\t${reason}`;

function refused({ file, sha256, isDryRun }: Imported, findings: readonly Finding[]): Outcome {
  const shown = findings.slice(0, MAX_FINDINGS);
  const more = findings.length - shown.length;
  return {
    lines: [
      `${file}: nothing is imported, ${findings.length} findings`,
      ...shown.map(lineOf),
      ...(more > 0 ? [`and ${more} more`] : []),
    ],
    data: { file, sha256, isDryRun, imported: false, findings: shown, count: findings.length },
    failed: true,
    ending: isDryRun ? 'rehearsed' : 'refused',
    subject: null,
    detail: { file, sha256, findings: findings.length },
  };
}

function known({ file, sha256 }: Imported, before: SlipImport): Outcome {
  const at = new Date(before.importedAt).toISOString();
  return {
    lines: [`${file} was imported before, by ${before.importedBy} on ${at} as ${before.fileName}: nothing changes`],
    data: { file, sha256, imported: false, before: { ...before, importedAt: at } },
    ending: 'known',
    subject: before.id,
    detail: { file, sha256, before: before.id },
  };
}

function fine(made: Imported, { importId, added, known: same, users }: ImportOutcome & { kind: 'fine' }): Outcome {
  const { file, sha256, isDryRun, rows } = made;
  const counts = `${added} new slips of ${users.length} users, ${same} known already`;
  return {
    lines: [
      isDryRun
        ? `${file}: an import would add ${counts}; nothing is written`
        : `${file}: ${counts} (import ${importId ?? ''})`,
    ],
    data: {
      file,
      sha256,
      isDryRun,
      imported: !isDryRun,
      import: importId,
      slips: rows,
      added,
      known: same,
      users: users.length,
    },
    ...(isDryRun && { ending: 'rehearsed' }),
    subject: importId,
    detail: { file, sha256, slips: rows, added, known: same, users: users.length },
  };
}

export const slipsImport = defineCommand({
  name: 'slips import',
  audited: 'imported delivery slips',
  role: 'finance',
  schema: z.strictObject({
    file: z.string().check(z.minLength(1), z.maxLength(200)),
    format: z.enum(SLIP_FORMATS),
    text: z.string().check(z.maxLength(MAX_FILE_BYTES, `the file has more than ${MAX_FILE_BYTES} bytes: split it`)),
    dryRun: z.optional(z.boolean()),
  }),
  run: async (tx, { file, format, text, dryRun: isDryRun = false }, now, context) => {
    const sha256 = createHash('sha256').update(text, 'utf8').digest('hex');
    const { rows, findings } = readSlipFile(text, format, now);
    const made: Imported = { file, sha256, isDryRun, rows: rows.length };
    if (findings.length > 0) return refused(made, findings);
    const outcome = await importSlips(tx, {
      rows,
      fileName: file,
      fileHash: sha256,
      importedBy: context.actor,
      now,
      isDryRun,
      accountOf: accountFinder(tx),
    });
    if (outcome.kind === 'known') return known(made, outcome.before);
    if (outcome.kind === 'refused') return refused(made, outcome.findings);
    refuseOwn(context, outcome.users);
    return fine(made, outcome);
  },
});

export const slipsImports = defineCommand({
  name: 'slips imports',
  description: 'who imported which file of delivery slips, the newest first',
  audited: 'listed imports of delivery slips',
  options: [{ flags: '--limit <count>', text: 'at most 200', as: 'count', default: 20 }],
  role: 'support',
  schema: z.strictObject({ limit: z.int().check(z.gte(1), z.lte(200)) }),
  run: async (tx, { limit }) => {
    const data = (await latestImports(tx, limit)).map(({ importedAt, ...row }) => ({
      ...row,
      importedAt: new Date(importedAt).toISOString(),
    }));
    return {
      lines: data.map((row) =>
        [row.id, row.importedAt, row.importedBy, row.fileName, `${row.added} of ${row.slips} new`, row.fileHash].join(
          '\t',
        ),
      ),
      data,
      subject: null,
      detail: { listed: data.length },
    };
  },
});

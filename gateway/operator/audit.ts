/** `audit list` shows the operators' acts; `audit verify` checks that they are complete and unchanged. */
import * as z from 'zod/mini';
import type { Tx } from '../db/transaction';
import { chainChecker, type AuditFinding, type RowHash } from './audit-chain';
import { chainedActs, chainState, listActs, unchainedIds } from './audit-repo';
import { defineCommand } from './command';
import { namesOfKeys } from './operators-repo';

/** The words for an act, and for one that changed nothing its ending, e.g. "imported delivery slips (rehearsed)". */
function wordsOf(text: string | null, detail: unknown): string | null {
  const { ending } = (detail ?? {}) as { ending?: string };
  return text === null || ending === undefined ? text : `${text} (${ending})`;
}

/** @param textOf the audit's words for a command, null for an act that is none */
export const auditListOf = (textOf: (act: string) => string | null) =>
  defineCommand({
    name: 'audit list',
    audited: 'read the audit',
    options: [{ flags: '--limit <count>', text: 'at most 500', as: 'count', default: 50 }],
    role: 'support',
    schema: z.strictObject({ limit: z.int().check(z.gte(1), z.lte(500)) }),
    run: async (tx, { limit }) => {
      const data = (await listActs(tx, limit)).map((row) => ({
        ...row,
        at: new Date(row.at).toISOString(),
        text: wordsOf(textOf(row.act), row.detail),
      }));
      return {
        lines: data.map(({ at, actor, act, subject, detail }) =>
          [at, actor, act, subject ?? '–', JSON.stringify(detail)].join('\t'),
        ),
        data,
        subject: null,
        detail: {},
      };
    },
  });

const PAGE = 1_000;

/** Reads the whole audit. @returns its faults, and its end */
async function verifyChain(tx: Tx, noted: RowHash | null): Promise<{ findings: AuditFinding[]; last: RowHash }> {
  const state = await chainState(tx);
  const checker = chainChecker(state, await namesOfKeys(tx), noted);
  for (let after = 0; ;) {
    const rows = await chainedActs(tx, after, PAGE);
    rows.forEach((row) => checker.next(row));
    const last = rows.at(-1);
    if (!last) break;
    after = last.seq;
  }
  const { findings, last } = checker.end();
  const old =
    state.genesisNow === state.genesisHash
      ? []
      : [{ check: 'audit-genesis', subject: 'audit', detail: 'rows from before the chain are not what they were' }];
  const outside = (await unchainedIds(tx, state.genesisThrough)).map((id) => ({
    check: 'audit-outside',
    subject: `audit id ${id}`,
    detail: 'it is not in the chain',
  }));
  return { findings: [...old, ...findings, ...outside], last };
}

export const auditVerify = defineCommand({
  name: 'audit verify',
  description: 'whether it is complete, in order, unchanged and signed; exit code 1 when it is not',
  audited: 'verified the audit',
  options: [{ flags: '--noted <place>', text: 'what an earlier run told, kept outside the database' }],
  role: 'support',
  isolationLevel: 'repeatable read',
  schema: z.strictObject({
    noted: z.optional(
      z.string().check(z.regex(/^[1-9][0-9]{0,14}:[0-9a-f]{64}$/, 'must be what an earlier "audit verify" told')),
    ),
  }),
  async run(tx, input) {
    const [seq, hash = ''] = input.noted?.split(':') ?? [];
    const { findings, last } = await verifyChain(tx, seq === undefined ? null : { seq: Number(seq), hash });
    const end = `${last.seq}:${last.hash}`;
    return {
      lines:
        findings.length === 0
          ? [
              `All ${last.seq} rows of the audit are there, in order and signed.`,
              `note elsewhere\t${end}\t(--noted checks it later)`,
            ]
          : findings.map(({ check, subject, detail }) => `${check}\t${subject}\t${detail}`),
      data: { isSound: findings.length === 0, end, findings },
      failed: findings.length > 0,
      subject: null,
      detail: { findings: findings.length },
    };
  },
});

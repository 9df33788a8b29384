/** `release check`, `release publish`, `release show`, `release withdraw`: what the database knows of releases. */
import * as z from 'zod/mini';
import { compareVersions, releaseKind, releasePackageUrl } from '../../contract/release';
import { timeMs } from '../../contract/ids';
import type { Tx } from '../db/transaction';
import { givenVersion } from '../domain/release/given-version';
import { insertRelease, listReleases, listReports, type ReleaseRow, type ReportRow } from '../domain/release/repo';
import type { Settings } from '../domain/settings/figures';
import { INITIAL_SETTINGS, lockFigure, readSettings, saveSetting } from '../domain/settings/settings';
import { defineCommand, OperatorError } from './command';

type AnnouncedRelease = Settings['app.release'];

/** Reports are listed for this many versions, from the latest on. */
const REPORTED_VERSIONS = 5;

const packageFacts = z.strictObject({ files: z.int().check(z.gte(1)), bytes: z.int().check(z.gte(0)) });

/** Refuses a version that is not newer than every announced one, since installed apps never go back. @throws OperatorError */
async function refuseUnlessNewer(tx: Tx, version: string, announced: AnnouncedRelease): Promise<void> {
  const rows = await listReleases(tx);
  const known = [...rows.map((row) => row.version), announced.hot_version_code, announced.version_code];
  // An announcement without a version compares as null.
  const inTheWay = known.find((one) => (compareVersions(version, one) ?? 1) <= 0);
  if (inTheWay !== undefined) {
    throw new OperatorError('state', `version ${version} is not newer than ${inTheWay}, which was published before`);
  }
}

async function announcedNow(tx: Tx): Promise<AnnouncedRelease> {
  return (await readSettings(tx)).settings['app.release'];
}

/** Asked before any file is written. */
export const releaseCheck = defineCommand({
  name: 'release check',
  audited: 'asked whether a release may be published',
  role: 'admin',
  schema: z.strictObject({ version: givenVersion }),
  run: async (tx, { version }) => {
    await refuseUnlessNewer(tx, version, await announcedNow(tx));
    return { lines: [`version ${version} can be published`], data: { version }, subject: version, detail: {} };
  },
});

/** Announces packages that are in the store. `version_code` moves with a full package only (docs/rules.md §20). */
export const releasePublish = defineCommand({
  name: 'release publish',
  audited: 'published a release',
  role: 'admin',
  schema: z.strictObject({
    version: givenVersion,
    packages: z.strictObject({ hot: packageFacts, full: z.optional(packageFacts) }),
    issuedAt: timeMs,
    expiresAt: timeMs,
  }),
  run: async (tx, release, now) => {
    const { version, packages, expiresAt } = release;
    // Two that publish at the same time follow each other.
    await lockFigure(tx, 'app.release', now);
    const announced = await announcedNow(tx);
    await refuseUnlessNewer(tx, version, announced);
    if (expiresAt <= now) throw new OperatorError('input', 'the packages have expired already');
    await insertRelease(tx, release);
    const change = await saveSetting(
      tx,
      'app.release',
      {
        ...announced,
        hot_version_code: version,
        hot_package_url: releasePackageUrl(version, 'hot'),
        ...(packages.full && { version_code: version, package_url: releasePackageUrl(version, 'full') }),
      },
      now,
    );
    return {
      lines: [`version ${version} is published (${packages.full ? 'hot and full' : 'hot'})`],
      data: { version, announced: change.after },
      subject: version,
      detail: { ...change, packages },
    };
  },
});

export const releaseWithdraw = defineCommand({
  name: 'release withdraw',
  description: 'announce nothing any more; installed apps stay as they are',
  audited: 'withdrew the release',
  options: [],
  role: 'admin',
  schema: z.strictObject({}),
  run: async (tx, _input, now) => {
    await lockFigure(tx, 'app.release', now);
    const announced = await announcedNow(tx);
    if (announced.hot_version_code === '' && announced.version_code === '') {
      throw new OperatorError('state', 'nothing is published');
    }
    const change = await saveSetting(tx, 'app.release', INITIAL_SETTINGS['app.release'], now);
    return {
      lines: ['nothing is announced any more; installed apps stay as they are'],
      data: { announced: change.after },
      subject: announced.hot_version_code,
      detail: change,
    };
  },
});

const iso = (ms: number) => new Date(ms).toISOString();

function packageLines(row: ReleaseRow | undefined, now: number): string[] {
  if (!row) return [];
  const state = row.expiresAt <= now ? 'EXPIRED, not installed any more' : 'installed until then';
  const facts = releaseKind.options.flatMap((kind) => {
    const { files, bytes } = row.packages[kind] ?? {};
    return files === undefined ? [] : [`${row.version}\t${kind}\t${files} files, ${bytes} bytes`];
  });
  return [...facts, `${row.version}\texpires\t${iso(row.expiresAt)} (${state})`];
}

function reportLine({ version, kind, reason, reports, lastAt, lastDetail }: ReportRow): string {
  return [version, 'report', `${kind} ${reason}: ${reports}, last ${iso(lastAt)}`, lastDetail].join('\t').trimEnd();
}

export const releaseShow = defineCommand({
  name: 'release show',
  description: 'what is announced, until when, how large, and what apps report',
  audited: 'looked at the release',
  options: [],
  role: 'support',
  schema: z.strictObject({}),
  run: async (tx, _input, now) => {
    const announced = await announcedNow(tx);
    const rows = await listReleases(tx);
    const versions = [...new Set([announced.hot_version_code, announced.version_code])].filter((text) => text !== '');
    const shown = versions.map((version) => rows.find((row) => row.version === version));
    // People who had loaded a version before it was withdrawn may still report it.
    const reports = await listReports(
      tx,
      rows.slice(0, REPORTED_VERSIONS).map(({ version }) => version),
    );
    return {
      lines: [
        announced.hot_version_code === ''
          ? 'nothing is published'
          : `hot\t${announced.hot_version_code}\t${announced.hot_package_url}`,
        ...(announced.version_code === '' ? [] : [`full\t${announced.version_code}\t${announced.package_url}`]),
        ...shown.flatMap((row) => packageLines(row, now)),
        ...reports.map(reportLine),
      ],
      data: { announced, releases: shown.filter((row) => row !== undefined), reports: reports },
      subject: announced.hot_version_code === '' ? null : announced.hot_version_code,
      detail: {},
    };
  },
});

/** The door for reports about versions that failed (contract/calls/content.ts, `reportRelease`). */
import { dottedVersion } from '../../../contract/release';
import { consume } from '../../adapters/rate-limit';
import { Refusal, type Handlers } from '../call-context';
import { plainText } from '../content/plain-text';
import { addressKey } from '../identity/secrets/secrets';
import { countReport } from './repo';

/** An app reports a failed start once; a household or an office has several. */
const REPORTS = { points: 20, windowMs: 3_600_000 };
const MAX_DETAIL = 200;

export const releaseHandlers: Handlers<'reportRelease'> = {
  async reportRelease({ deps, now, address, requestId }, { kind, reason, detail, ...report }) {
    const version = dottedVersion(report.version) ?? report.version;
    const key = `release-report:${addressKey(deps.secret, address)}`;
    const { isAllowed, retryAfterMs } = await consume(deps, key, REPORTS);
    if (!isAllowed) throw new Refusal('rate-limited', { data: { retryAfterMs } });
    const lastDetail = plainText(detail, MAX_DETAIL);
    const isKnown = await countReport(deps.db.db, { version, kind, reason, lastAt: now, lastDetail });
    if (isKnown) deps.log.warn('release-failed', { requestId, version, code: reason });
    return {};
  },
};

/** A version of the app that failed on a device: rare, so apart from the calls of every start. */
import * as z from 'zod/mini';
import { defineCall, noAnswer } from '../call';
import { releaseFailureReason, releaseKind, releaseVersion } from '../release';

/** An app reports a version that failed on it and that it has left again (docs/rules.md §20, update flow). */
export const reportRelease = defineCall({
  name: 'reportRelease',
  method: 'POST',
  uri: '/api/v1/common/release-report',
  origin: 'extension',
  access: 'public',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject({
    version: releaseVersion,
    kind: releaseKind,
    reason: releaseFailureReason,
    /** For the operator; no personal data. */
    detail: z.string().check(z.maxLength(200)),
  }),
  example: { version: '1.0.51', kind: 'hot', reason: 'did-not-start', detail: '' },
  output: noAnswer,
  errors: ['rate-limited'],
});

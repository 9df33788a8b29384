/** A version as operators give it: dotted, or as a code such as 10050 (docs/rules.md §20). */
import * as z from 'zod/mini';
import { dottedVersion } from '../../../contract/release';

/** The complaint about a text that is no version, or may be two. */
export const NOT_A_VERSION = 'must be a version such as 1.0.51, or its code of five or six digits such as 10051';

/** Gives the dotted form, since addresses and rows of a release are named by it. */
export const givenVersion = z.pipe(
  z
    .union([z.string(), z.int()], NOT_A_VERSION)
    .check(z.refine((given) => dottedVersion(String(given)) !== null, NOT_A_VERSION)),
  z.transform((given: string | number) => dottedVersion(String(given)) ?? ''),
);

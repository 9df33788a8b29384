import { useLingui } from '@lingui/react/macro';
import type * as z from 'zod/mini';
import type { identityStatus } from '../../../../contract/calls/profile';
import type { StatusKind } from '../../../components/StatusTag';

export type IdentityStatus = z.output<typeof identityStatus>;

/** The states of real-name verification (docs/rules.md §9) with their words and colours. */
export function useStatusTexts(): Record<IdentityStatus, { kind: StatusKind; text: string }> {
  const { t } = useLingui();
  return {
    'not-verified': { kind: 'neutral', text: t`Not verified` },
    'pending-review': { kind: 'review', text: t`Pending review` },
    approved: { kind: 'done', text: t`Approved` },
    failed: { kind: 'failed', text: t`Not passed` },
  };
}

/** The gateway's texts of notices, for mail and pushes; in the app they come from its catalogues. */
import type { NoticeKind } from '../../../../contract/notices';

export interface NoticeTexts {
  /** One sentence each, without amounts and names: a push stands on a locked screen. */
  sentences: Record<NoticeKind, string>;
  mail: {
    greeting: string;
    /** @param reason an operator's words */
    reason: (reason: string) => string;
    open: string;
    choices: string;
  };
}

/** Composes what a notice says in mail and on a locked screen. No text holds an amount, an address or a name. */
import { LANGUAGE_TAGS, type LangCode } from '../../../contract/ids';
import { addressFrom } from '../../../contract/notice-link';
import { addressOfNotice, type NoticeKind } from '../../../contract/notices';
import type { PushMessage } from '../../../contract/push';
import { NOTICE_TEXTS } from './texts';

interface Told {
  id: string;
  userId: string;
  kind: NoticeKind;
  subjectId: string;
  accountId: string | null;
  lang: LangCode;
}

const addressIn = (told: Told) => addressFrom(told, addressOfNotice(told));

/** @param publicUrl null where the gateway does not know its own address: then there is no link */
export function letterOf(
  told: Told & { at: number; reason: string | null },
  publicUrl: string | null,
): { subject: string; text: string; messageId: string } {
  const { id, kind, lang, at, reason } = told;
  const { sentences, mail } = NOTICE_TEXTS[lang];
  const sentence = sentences[kind];
  const link = publicUrl === null ? [] : [`${publicUrl}/#${addressIn(told)}`];
  const why = reason === null ? [] : [mail.reason(reason)];
  const body = [mail.greeting, [sentence, ...why].join('\n'), [mail.open, ...link].join('\n'), mail.choices, 'RAB'];
  return { subject: sentence, text: `${body.join('\n\n')}\n`, messageId: `notice-${id}-${at}` };
}

export function pushOf(told: Told, unread: number): PushMessage {
  const { id, kind, subjectId, lang } = told;
  return {
    id,
    text: NOTICE_TEXTS[lang].sentences[kind],
    lang: LANGUAGE_TAGS[lang],
    address: addressIn(told),
    tag: `${kind} ${subjectId}`,
    unread,
  };
}

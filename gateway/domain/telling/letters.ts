/** Composes what a notice says in mail and on a locked screen. No text holds an amount, an address or a name. */
import { LANGUAGE_TAGS, type LangCode } from '../../../contract/ids';
import { addressFrom } from '../../../contract/notice-link';
import { addressOfNotice, type NoticeKind } from '../../../contract/notices';
import type { PushMessage } from '../../../contract/push';
import { NOTICE_TEXTS } from './texts';

interface Told {
  id: string;
  kind: NoticeKind;
  subjectId: string;
  lang: LangCode;
}

/** @param publicUrl null where the gateway does not know its own address: then there is no link */
export function letterOf(
  { id, kind, subjectId, lang, at, reason }: Told & { at: number; reason: string | null },
  publicUrl: string | null,
): { subject: string; text: string; messageId: string } {
  const { sentences, mail } = NOTICE_TEXTS[lang];
  const sentence = sentences[kind];
  const link = publicUrl === null ? [] : [`${publicUrl}/#${addressFrom(id, addressOfNotice({ kind, subjectId }))}`];
  const why = reason === null ? [] : [mail.reason(reason)];
  const body = [mail.greeting, [sentence, ...why].join('\n'), [mail.open, ...link].join('\n'), mail.choices, 'RAB'];
  return { subject: sentence, text: `${body.join('\n\n')}\n`, messageId: `notice-${id}-${at}` };
}

export function pushOf({ id, kind, subjectId, lang }: Told, unread: number): PushMessage {
  return {
    id,
    text: NOTICE_TEXTS[lang].sentences[kind],
    lang: LANGUAGE_TAGS[lang],
    address: addressFrom(id, addressOfNotice({ kind, subjectId })),
    tag: `${kind} ${subjectId}`,
    unread,
  };
}

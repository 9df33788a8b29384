/** The notice centre, the choices of how one is told, and pushes (contract/calls/telling.ts). */
import type { Handlers } from '../call-context';
import { BY_TIME, isRecordId, pageOf } from '../paging';
import { runWriteCall } from '../write-call';
import { countUnread, markRead, pageNotices } from './notices-repo';
import { changePreferences, describePreferences } from './preferences';
import { ensurePushKeys } from './push-keys';
import { subscribe, unsubscribe } from './subscriptions';

type TellingCallName =
  | 'toldNotices'
  | 'unreadNotices'
  | 'markNoticesRead'
  | 'tellingPreferences'
  | 'saveTellingPreferences'
  | 'pushKey'
  | 'subscribePush'
  | 'unsubscribePush';

export const tellingHandlers: Handlers<TellingCallName> = {
  toldNotices: ({ deps, session }, { category, ...asked }) =>
    pageOf(BY_TIME, asked, {
      read: (page) => pageNotices(deps.db.db, { userId: session.userId, category, ...page }),
      last: ({ at, id }) => ({ at, id }),
      view: (rows) =>
        rows.map(({ id, kind, category: of, subjectId, accountId, at, readAt, reason }) => ({
          id,
          kind,
          category: of,
          subjectId,
          accountId,
          at,
          isRead: readAt !== null,
          reason,
        })),
    }),

  unreadNotices: async ({ deps, session }) => ({ count: await countUnread(deps.db.db, session.userId) }),

  async markNoticesRead(context, { ids, until }) {
    const which = until === undefined ? { ids: (ids ?? []).filter(isRecordId) } : { until };
    await runWriteCall(context, (tx) => markRead(tx, context.session.userId, which, context.now));
    return {};
  },

  tellingPreferences: describePreferences,

  async saveTellingPreferences(context, input) {
    await changePreferences(context, input);
    return {};
  },

  pushKey: async ({ deps }) => ({ publicKey: (await ensurePushKeys(deps)).publicKey }),

  async subscribePush(context, input) {
    await subscribe(context, input);
    return {};
  },

  async unsubscribePush(context) {
    await unsubscribe(context);
    return {};
  },
};

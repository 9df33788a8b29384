/** How a person wants to be told: choices by category and channel, and hours without pushes (docs/rules.md §13). */
import type { AnswerOf, ParsedInputOf } from '../../../contract/call';
import type { saveTellingPreferences, tellingPreferences } from '../../../contract/calls/telling';
import {
  isOnByDefault,
  isSwitchable,
  NOTICE_CATEGORIES,
  NOTICE_CHANNELS,
  type NoticeCategory,
  type NoticeChannel,
} from '../../../contract/notices';
import { Refusal, type UserContext } from '../call-context';
import { currentUser } from '../identity/passwords/change-passwords';
import { runWriteCall } from '../write-call';
import { lockPreferences, preferencesOf, savePreferences, type PreferencesRow } from './notices-repo';
import { isTimeZone, type QuietHours } from './quiet-hours';
import { countSubscriptions } from './subscriptions-repo';

type Switches = PreferencesRow['switches'];

/** @param switches null for somebody who has changed nothing */
export function isOn(switches: Switches | null, category: NoticeCategory, channel: NoticeChannel): boolean {
  if (!isSwitchable(category, channel)) return category === 'security';
  return switches?.[`${category}.${channel}`] ?? isOnByDefault(channel);
}

export function quietHoursOf({ quietFrom, quietUntil, quietZone }: PreferencesRow): QuietHours | null {
  if (quietFrom === null || quietUntil === null || quietZone === null) return null;
  return { from: quietFrom, until: quietUntil, timeZone: quietZone };
}

export async function describePreferences(context: UserContext): Promise<AnswerOf<typeof tellingPreferences>> {
  const { db } = context.deps.db;
  const user = await currentUser(context);
  const [row] = await preferencesOf(db, [user.id]);
  const switches = NOTICE_CATEGORIES.flatMap((category) =>
    NOTICE_CHANNELS.filter((channel) => isSwitchable(category, channel)).map((channel) => ({
      category,
      channel,
      isOn: isOn(row?.switches ?? null, category, channel),
    })),
  );
  return {
    switches,
    quietHours: row ? quietHoursOf(row) : null,
    hasMail: user.email !== null,
    pushDevices: await countSubscriptions(db, user.id),
  };
}

/** @throws Refusal invalid-input */
export async function changePreferences(
  context: UserContext,
  { switches = [], quietHours }: ParsedInputOf<typeof saveTellingPreferences>,
): Promise<void> {
  if (switches.some(({ category, channel }) => !isSwitchable(category, channel)))
    throw new Refusal('invalid-input', { fields: { switches: 'switches' } });
  if (quietHours && (!isTimeZone(quietHours.timeZone) || quietHours.from === quietHours.until))
    throw new Refusal('invalid-input', { fields: { quietHours: 'quietHours' } });
  const changed = Object.fromEntries(switches.map((one) => [`${one.category}.${one.channel}`, one.isOn]));
  await runWriteCall(context, async (tx) => {
    const before = await lockPreferences(tx, context.session.userId);
    const quiet =
      quietHours === undefined
        ? {}
        : {
            quietFrom: quietHours?.from ?? null,
            quietUntil: quietHours?.until ?? null,
            quietZone: quietHours?.timeZone ?? null,
          };
    await savePreferences(tx, { ...before, ...quiet, switches: { ...before.switches, ...changed } });
  });
}

import { useCallback, useState } from 'react';
import { saveTellingPreferences, type tellingPreferences } from '../../../../contract/calls/telling';
import type { NoticeCategory, NoticeChannel } from '../../../../contract/notices';
import type { Input, Output } from '../../../bridge/types';
import { useWriteCall } from '../../../bridge/useWriteCall';

type Answer = Output<typeof tellingPreferences>;
type Change = Input<typeof saveTellingPreferences>;

export interface Preferences {
  answer: Answer;
  isOn(category: NoticeCategory, channel: NoticeChannel): boolean;
  quietHours: Answer['quietHours'];
  /** Shows the change at once, and takes it back where the gateway refuses it. @returns whether it was kept */
  change(change: Change): Promise<boolean>;
}

/** Two changes that are not told yet, the later one last. */
function merged(before: Change, { switches = [], ...rest }: Change): Change {
  const isNew = ({ category, channel }: { category: string; channel: string }) =>
    !switches.some((one) => one.category === category && one.channel === channel);
  return { ...before, ...rest, switches: [...(before.switches ?? []).filter(isNew), ...switches] };
}

/** @returns null while nothing is known */
export function usePreferences(answer: Answer | undefined): Preferences | null {
  const { run } = useWriteCall(saveTellingPreferences);
  const [own, setOwn] = useState<Change>({});
  const change = useCallback(
    async (next: Change) => {
      setOwn((before) => merged(before, next));
      const { ok } = await run(next);
      // The answer that comes now says what holds.
      if (!ok) setOwn({});
      return ok;
    },
    [run],
  );
  if (!answer) return null;
  const isOf = (category: string, channel: string) => (one: { category: string; channel: string }) =>
    one.category === category && one.channel === channel;
  return {
    answer,
    isOn: (category, channel) =>
      (own.switches?.find(isOf(category, channel)) ?? answer.switches.find(isOf(category, channel)))?.isOn ?? false,
    quietHours: own.quietHours === undefined ? answer.quietHours : own.quietHours,
    change,
  };
}

/** When customer service answers, in the operator's zone (docs/rules.md §9). */
import type { Settings } from '../settings/figures';
import { windowAt } from '../time/opening-hours';

/** @param now UTC ms, by the gateway's clock */
export function openingOf(
  settings: Settings,
  now: number,
): { isOpen: boolean; opensAt: number | null; closesAt: number | null } {
  const { from, until } = settings['service.hours'];
  const { closedReason, opening } = windowAt(now, {
    timeZone: settings['app.timeZone'],
    from,
    until,
    weekdays: settings['service.weekdays'],
    holidays: settings['service.holidays'],
  });
  const isOpen = closedReason === null;
  return {
    isOpen,
    opensAt: isOpen ? null : (opening?.opensAt ?? null),
    closesAt: isOpen ? (opening?.closesAt ?? null) : null,
  };
}

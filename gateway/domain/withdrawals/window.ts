/** When withdrawals are taken (docs/rules.md §4). */
import type { CLOSED_REASONS } from '../../../contract/calls/withdrawals';
import type { Settings } from '../settings/figures';
import type { WindowRules } from '../time/opening-hours';

export type ClosedReason = (typeof CLOSED_REASONS)[number];

export function windowRules(settings: Settings): WindowRules {
  const { from, until } = settings['withdrawals.hours'];
  return {
    timeZone: settings['app.timeZone'],
    from,
    until,
    weekdays: settings['withdrawals.weekdays'],
    holidays: settings['withdrawals.holidays'],
  };
}

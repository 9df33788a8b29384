/** Figures of customer service (docs/rules.md §9). */
import { holidays, openingTimes, weekdays } from './calendar';
import { figure } from './figure';

export const SERVICE_FIGURES = {
  'service.hours': figure(
    openingTimes,
    { from: '09:00', until: '21:00' },
    'When customer service answers on a working day, in app.timeZone',
  ),
  'service.weekdays': figure(
    weekdays,
    [1, 2, 3, 4, 5, 6, 7],
    'Working days of customer service: 1 is Monday, 7 is Sunday, in app.timeZone',
  ),
  'service.holidays': figure(holidays, [], 'Days without customer service, e.g. 2027-01-01, in app.timeZone'),
} as const;

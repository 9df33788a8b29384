/** The gateway takes withdrawals within their window, to the millisecond, whatever this machine's zone is (docs/rules.md §4). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingAfter, windowAt, type WindowRules } from '../../../gateway/domain/time/opening-hours';
const SHANGHAI: WindowRules = {
  timeZone: 'Asia/Shanghai',
  from: '09:00',
  until: '21:00',
  weekdays: [1, 2, 3, 4, 5],
  holidays: [],
};
const at = (text: string) => Date.parse(text);
const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** `open` or why not, and the opening that runs or comes. */
function told(moment: string, rules: WindowRules = SHANGHAI) {
  const { closedReason, opening } = windowAt(at(moment), rules);
  return [closedReason ?? 'open', iso(opening?.opensAt), iso(opening?.closesAt)];
}

const WEDNESDAY = ['2026-11-25T01:00:00.000Z', '2026-11-25T13:00:00.000Z'];
const THURSDAY = ['2026-11-26T01:00:00.000Z', '2026-11-26T13:00:00.000Z'];
const MONDAY = ['2026-11-30T01:00:00.000Z', '2026-11-30T13:00:00.000Z'];

describe('the window', () => {
  it.each([
    ['2026-11-25T08:59:59.999+08:00', 'hours', WEDNESDAY],
    ['2026-11-25T09:00:00.000+08:00', 'open', WEDNESDAY],
    ['2026-11-25T20:59:59.999+08:00', 'open', WEDNESDAY],
    ['2026-11-25T21:00:00.000+08:00', 'hours', THURSDAY],
    ['2026-11-27T21:00:00.000+08:00', 'hours', MONDAY],
    ['2026-11-28T00:00:00.000+08:00', 'weekend', MONDAY],
    ['2026-11-30T00:00:00.000+08:00', 'hours', MONDAY],
  ])('%s: %s', (moment, state, opening) => {
    expect(told(moment)).toEqual([state, ...opening]);
  });

  it('a holiday is closed from midnight to midnight, and the opening before it leads over it', () => {
    const rules = { ...SHANGHAI, holidays: ['2026-11-26', '2026-11-27'] };
    expect(told('2026-11-25T21:00:00+08:00', rules)).toEqual(['hours', ...MONDAY]);
    expect(told('2026-11-26T12:00:00+08:00', rules)).toEqual(['holiday', ...MONDAY]);
    // Friday evening in Shanghai is Friday morning elsewhere; only the zone's own date counts.
    expect(told('2026-11-27T23:59:59+08:00', rules)).toEqual(['holiday', ...MONDAY]);
    expect(iso(openingAfter(at('2026-11-25T13:00:00Z'), rules)?.opensAt)).toBe(MONDAY[0]);
  });

  it('whatever the zone: open exactly when the zone’s own clock says so, and the opening is around it', () => {
    const zones = [
      'Asia/Shanghai',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Apia',
    ];
    const moment = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2029-01-01T00:00:00Z') });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (timeZone, now) => {
        const { closedReason, opening } = windowAt(now, { ...SHANGHAI, timeZone });
        const clock = new Intl.DateTimeFormat('en-GB', {
          timeZone,
          weekday: 'short',
          hour: '2-digit',
          hourCycle: 'h23',
        });
        const [weekday = '', hour = ''] = clock.format(now).split(/,? /);
        const isOpen = !/Sat|Sun/.test(weekday) && Number(hour) >= 9 && Number(hour) < 21;
        expect(closedReason === null).toBe(isOpen);
        if (!opening) throw new Error('there is an opening in every week');
        expect(opening.closesAt).toBeGreaterThan(now);
        expect(opening.opensAt <= now).toBe(isOpen);
      }),
      { numRuns: 300 },
    );
  });
});

/** Words of a share of the AI dividend, and the days that it is for. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { DividendShare } from '../../../../contract/calls/dividends';
import type { StatusKind } from '../../../components/StatusTag';
import { formatDate } from '../../../format/date';
import type { Locale } from '../../../i18n/locales';

type Status = DividendShare['status'];

export const STATUS_NAMES: Record<Status, MessageDescriptor> = {
  'to-claim': msg`To claim`,
  claimed: msg`Claimed`,
  expired: msg`Not claimed in time`,
};

export const STATUS_KINDS: Record<Status, StatusKind> = { 'to-claim': 'progress', claimed: 'done', expired: 'neutral' };

/** The days of a dividend, which begin at midnight UTC wherever the device is. */
export function periodOf({ firstDay, lastDay }: Pick<DividendShare, 'firstDay' | 'lastDay'>, locale: Locale): string {
  const day = (ms: number) => formatDate(ms, { locale, timeZone: 'UTC' });
  return firstDay === lastDay ? day(firstDay) : `${day(firstDay)} – ${day(lastDay)}`;
}

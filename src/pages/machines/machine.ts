/** Words and figures of machines that several of their screens show. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OutputOf } from '../../../contract/call';
import type {
  machineInfo,
  Machine,
  MINING_DAY_STATES,
  miningDays,
  Payment,
  TICKET_STATES,
} from '../../../contract/calls/machines';
import type { StatusKind } from '../../components/StatusTag';
import { formatDate } from '../../format/date';
import type { Locale } from '../../i18n/locales';

export type MiningDay = OutputOf<typeof miningDays>['items'][number];
export type DayTotals = OutputOf<typeof machineInfo>['days'][number];

/** A UTC day by its own date: machines run and receipts are recorded by UTC days, wherever the device is. */
export function formatUtcDay(day: number, locale: Locale): string {
  return formatDate(day, { locale, timeZone: 'UTC' });
}

/** A time that is on the same date on almost every device, so that lists by month put a UTC day where its date belongs. */
export const noonOf = (day: number): number => day + 43_200_000;

interface State {
  name: MessageDescriptor;
  tag: StatusKind;
}

export const MACHINE_STATES: Record<Machine['status'], State> = {
  waiting: { name: msg`Starts soon`, tag: 'review' },
  running: { name: msg`Running`, tag: 'progress' },
  ended: { name: msg`Ended`, tag: 'neutral' },
};

export const DAY_STATES: Record<(typeof MINING_DAY_STATES)[number], State> = {
  'no-receipts': { name: msg`No receipts`, tag: 'neutral' },
  'under-way': { name: msg`Under way`, tag: 'progress' },
  'pending-credit': { name: msg`Pending credit`, tag: 'review' },
  credited: { name: msg`Credited`, tag: 'done' },
};

export const TICKET_NAMES: Record<(typeof TICKET_STATES)[number], MessageDescriptor> = {
  available: msg`Available`,
  used: msg`Used`,
};

export const PAYMENT_NAMES: Record<Payment, MessageDescriptor> = {
  usdt: msg`USDT`,
  tickets: msg`Tickets`,
  both: msg`Both`,
};

/** The ways of payment that this version knows. */
export function paymentsOf(model: { payments: readonly (Payment | null)[] }): Payment[] {
  return model.payments.filter((one) => one !== null);
}

/** Rows of machines as the contract has them. */
import type { AnswerOf } from '../../../contract/call';
import {
  MINING_ASSET,
  type buyMachine,
  type machineInfo,
  type machineTickets,
  type miningDays,
} from '../../../contract/calls/machines';
import { toAmount } from '../../../contract/money';
import type { Model } from './models-repo';
import type { DayRow, OwnDay } from './receipts-repo';
import type { MachineRow } from './repo';
import { dayOf, dayText } from './rules';
import type { TicketRow } from './tickets-repo';

const usdt = (units: bigint) => toAmount(units, MINING_ASSET);

export function viewModel({ revision, price, sold: _sold, ...model }: Model): AnswerOf<typeof machineInfo>['model'] {
  return { ...model, version: revision, price: usdt(price), payments: [...model.payments] };
}

export function viewDay({ day, receipts, fee, output, machines, hashrate }: DayRow) {
  const perT = usdt(output / BigInt(hashrate));
  return { day, receipts: usdt(receipts), fee: usdt(fee), output: usdt(output), machines, hashrate, perT };
}

export function viewMachine(row: MachineRow, now: number): AnswerOf<typeof buyMachine>['machine'] {
  const { id, modelId, hashrate, tickets, boughtAt, firstDay, endDay, days, journalId } = row;
  const today = dayOf(now);
  return {
    id,
    modelId,
    hashrate,
    price: usdt(row.price),
    tickets,
    boughtAt,
    startsAt: firstDay,
    endsAt: endDay,
    status: today < firstDay ? 'waiting' : today < endDay ? 'running' : 'ended',
    credited: usdt(row.credited),
    pending: usdt(row.pending),
    days,
    journalId,
  };
}

type DayView = AnswerOf<typeof miningDays>['items'][number];

function stateOf({ total, pending, isShort }: OwnDay): DayView['status'] {
  if (total === null) return 'no-receipts';
  if (isShort) return 'pending-credit';
  return total.isDistributed && pending === 0n ? 'credited' : 'under-way';
}

export function viewOwnDay(row: OwnDay): DayView {
  const { day, machines, hashrate, credited, pending, total } = row;
  return {
    id: dayText(day),
    day,
    machines,
    hashrate,
    amount: usdt(credited + pending),
    status: stateOf(row),
    total: total && viewDay(total),
  };
}

export function viewTicket(row: TicketRow): AnswerOf<typeof machineTickets>['items'][number] {
  return { ...row, status: row.usedAt === null ? 'available' : 'used' };
}

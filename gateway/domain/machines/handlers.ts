/** The calls of machines and tickets. Everything is read and bought under the account that the session has switched to. */
import { MINING_ASSET } from '../../../contract/calls/machines';
import { toAmount } from '../../../contract/money';
import { cashOf } from '../../ledger/balances';
import { Refusal, type Handlers } from '../call-context';
import { runMoneyCall } from '../money-call';
import { BY_TIME, pageOf } from '../paging';
import { loadSettings } from '../settings/settings';
import { buyMachine, quoteMachine } from './buy';
import { allModels, findModel } from './models-repo';
import { latestDays, pageDays } from './receipts-repo';
import { outputOf, pageMachines, runningOf, ticketsAvailable } from './repo';
import { DAY_MS, dayOf, runningDays } from './rules';
import { pageTickets } from './tickets-repo';
import { viewDay, viewMachine, viewModel, viewOwnDay, viewTicket } from './view';

type MachineCall =
  | 'machineModels'
  | 'machineInfo'
  | 'machineQuote'
  | 'miningRecords'
  | 'miningSummary'
  | 'miningDays'
  | 'machineTickets'
  | 'buyMachine';

/** Recorded days that a machine's screen shows. */
const SHOWN_DAYS = 30;

export const machineHandlers: Handlers<MachineCall> = {
  async machineModels({ deps, session, now }) {
    const { db } = deps.db;
    const [settings, models, [latest], tickets, running] = await Promise.all([
      loadSettings(db),
      allModels(db),
      latestDays(db, 1),
      ticketsAvailable(db, session.accountId),
      runningOf(db, session.accountId, dayOf(now)),
    ]);
    return {
      models: models.filter(({ isOpen }) => isOpen).map(viewModel),
      serviceFeeRate: settings['mining.serviceFeeRate'],
      latest: latest ? viewDay(latest) : null,
      ticketsAvailable: tickets,
      ownHashrate: running.hashrate,
    };
  },

  async machineInfo({ deps, session }, { id }) {
    const { db } = deps.db;
    const [settings, model, days, available, tickets] = await Promise.all([
      loadSettings(db),
      findModel(db, id),
      latestDays(db, SHOWN_DAYS),
      cashOf(db, session.accountId, MINING_ASSET),
      ticketsAvailable(db, session.accountId),
    ]);
    if (!model) throw new Refusal('not-found');
    return {
      model: viewModel(model),
      serviceFeeRate: settings['mining.serviceFeeRate'],
      days: days.map(viewDay),
      available: toAmount(available, MINING_ASSET),
      ticketsAvailable: tickets,
    };
  },

  async machineQuote({ deps, session, now }, { id, tickets }) {
    const { db } = deps.db;
    const { model, rest } = await quoteMachine(db, { modelId: id, tickets });
    const [settings, available, own] = await Promise.all([
      loadSettings(db),
      cashOf(db, session.accountId, MINING_ASSET),
      ticketsAvailable(db, session.accountId),
    ]);
    const { firstDay, endDay } = runningDays(now, model.termDays);
    return {
      model: viewModel(model),
      tickets,
      price: toAmount(rest, MINING_ASSET),
      startsAt: firstDay,
      endsAt: endDay,
      serviceFeeRate: settings['mining.serviceFeeRate'],
      available: toAmount(available, MINING_ASSET),
      ticketsAvailable: own,
    };
  },

  miningRecords: ({ deps, session, now }, asked) =>
    pageOf(BY_TIME, asked, {
      read: (page) => pageMachines(deps.db.db, { accountId: session.accountId, ...page }),
      last: ({ boughtAt, id }) => ({ at: boughtAt, id }),
      view: (rows) => rows.map((row) => viewMachine(row, now)),
    }),

  async miningSummary({ deps, session, now }) {
    const { db } = deps.db;
    const [settings, running, output, [latest]] = await Promise.all([
      loadSettings(db),
      runningOf(db, session.accountId, dayOf(now)),
      outputOf(db, session.accountId),
      latestDays(db, 1),
    ]);
    return {
      running: running.machines,
      hashrate: running.hashrate,
      credited: toAmount(output.credited, MINING_ASSET),
      pending: toAmount(output.pending, MINING_ASSET),
      serviceFeeRate: settings['mining.serviceFeeRate'],
      latest: latest ? viewDay(latest) : null,
    };
  },

  miningDays: ({ deps, session, now }, asked) =>
    pageOf(BY_TIME, asked, {
      read: ({ end, limit }) =>
        pageDays(deps.db.db, {
          accountId: session.accountId,
          through: dayOf(now) - DAY_MS,
          before: end === null ? null : end.at,
          limit,
        }),
      // A day has no number of its own.
      last: ({ day }) => ({ at: day, id: '1' }),
      view: (rows) => rows.map(viewOwnDay),
    }),

  machineTickets: ({ deps, session }, { status, ...asked }) =>
    pageOf(BY_TIME, asked, {
      read: (page) => pageTickets(deps.db.db, { accountId: session.accountId, ...(status ? { status } : {}), ...page }),
      last: ({ grantedAt, id }) => ({ at: grantedAt, id }),
      view: (rows) => rows.map(viewTicket),
    }),

  async buyMachine(context, input) {
    const { session, now } = context;
    const { id, version, tickets } = input;
    return runMoneyCall(context, 'buyMachine', input, async (tx) => {
      const bought = await buyMachine(tx, { accountId: session.accountId, modelId: id, version, tickets, now });
      return { machine: viewMachine(bought, now) };
    });
  },
};

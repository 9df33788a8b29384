/** Rows of what is on sale (migrations/0050_machines.sql). */
import { sql } from 'drizzle-orm';
import type { Payment } from '../../../contract/calls/machines';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import type { Terms } from './rules';

export interface Model extends Terms {
  id: string;
  revision: number;
  /** In T. */
  hashrate: number;
  termDays: number;
  isOpen: boolean;
  stock: number;
  sold: number;
}

/** The parts of a model that an operator decides. */
export type ModelTerms = Omit<Model, 'revision' | 'sold'>;

interface ModelRow {
  [column: string]: unknown;
  id: string;
  revision: number;
  hashrate: number;
  price: string;
  tickets: number;
  usdt: boolean;
  by_tickets: boolean;
  both: boolean;
  term: number;
  open: boolean;
  stock: number;
  sold: number;
}

const COLUMNS = sql`id, revision, hashrate, price::text AS price, tickets, takes_usdt AS usdt, takes_tickets AS by_tickets, takes_both AS both,
  term_days AS term, is_open AS open, stock, sold`;

function modelOf({ price, usdt, by_tickets, both, term, open, ...row }: ModelRow): Model {
  const payments: Payment[] = [
    ...(usdt ? ['usdt' as const] : []),
    ...(by_tickets ? ['tickets' as const] : []),
    ...(both ? ['both' as const] : []),
  ];
  const { id, revision, hashrate, tickets, stock, sold } = row;
  return { id, revision, hashrate, tickets, stock, sold, price: BigInt(price), payments, termDays: term, isOpen: open };
}

/** All models, the smallest first. */
export async function allModels(queries: Queries): Promise<Model[]> {
  const { rows } = await queries.execute<ModelRow>(sql`SELECT ${COLUMNS} FROM machine_models ORDER BY hashrate, id`);
  return rows.map(modelOf);
}

export async function findModel(queries: Queries, id: string): Promise<Model | null> {
  const { rows } = await queries.execute<ModelRow>(sql`SELECT ${COLUMNS} FROM machine_models WHERE id = ${id}`);
  return rows[0] ? modelOf(rows[0]) : null;
}

/** The model, locked until the transaction ends: its buyers follow one another. */
export async function lockModel(tx: Tx, id: string): Promise<Model | null> {
  const { rows } = await tx.execute<ModelRow>(
    sql`SELECT ${COLUMNS} FROM machine_models WHERE id = ${id} FOR NO KEY UPDATE`,
  );
  return rows[0] ? modelOf(rows[0]) : null;
}

function takes({ payments }: ModelTerms) {
  const has = (payment: Payment) => payments.includes(payment);
  return { usdt: has('usdt'), tickets: has('tickets'), both: has('both') };
}

/** @returns null when the id is taken */
export async function insertModel(tx: Tx, model: ModelTerms): Promise<Model | null> {
  const { usdt, tickets, both } = takes(model);
  const { rows } = await tx.execute<ModelRow>(sql`
    INSERT INTO machine_models (id, hashrate, price, tickets, takes_usdt, takes_tickets, takes_both, term_days, is_open, stock)
    VALUES (${model.id}, ${model.hashrate}, ${model.price.toString()}::numeric, ${model.tickets}, ${usdt}, ${tickets}, ${both}, ${model.termDays},
            ${model.isOpen}, ${model.stock})
    ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}`);
  return rows[0] ? modelOf(rows[0]) : null;
}

/** Writes a locked model's terms; the database counts the revision. */
export async function saveModel(tx: Tx, model: ModelTerms): Promise<Model> {
  const { usdt, tickets, both } = takes(model);
  const { rows } = await tx.execute<ModelRow>(sql`
    UPDATE machine_models SET hashrate = ${model.hashrate}, price = ${model.price.toString()}::numeric, tickets = ${model.tickets}, takes_usdt = ${usdt},
           takes_tickets = ${tickets}, takes_both = ${both}, term_days = ${model.termDays}, is_open = ${model.isOpen}, stock = ${model.stock}
     WHERE id = ${model.id} RETURNING ${COLUMNS}`);
  return modelOf(rows[0]!);
}

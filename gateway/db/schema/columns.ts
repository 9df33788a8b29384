/** Column types that every area uses. Ids are decimal text in the program (as on the wire) and bigint in the database. */
import { sql } from 'drizzle-orm';
import { customType } from 'drizzle-orm/pg-core';

/** A reference to a bigint id, as decimal text. */
export const idColumn = customType<{ data: string; driverData: string }>({ dataType: () => 'bigint' });

/** A bigint primary key that the database numbers; never given on insert. */
export const identityColumn = (name: string) =>
  idColumn(name)
    .primaryKey()
    .generatedAlwaysAs(sql`identity`);

/** An amount in the asset's smallest units: numeric(38,0) there, bigint here. */
export const unitsColumn = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'ledger_units',
  fromDriver: (text) => BigInt(text),
  toDriver: (units) => units.toString(),
});

/** A moment: timestamptz there, UTC milliseconds here. */
export const timeMsColumn = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamptz',
  fromDriver: (text) => new Date(text).getTime(),
  toDriver: (ms) => new Date(ms).toISOString(),
});

/** A block's number: bigint there, a number here, which holds every height that a chain will have. */
export const heightColumn = customType<{ data: number; driverData: string | number }>({
  dataType: () => 'bigint',
  fromDriver: Number,
});

/** Declares the reasons why the database could not be opened, each with one sentence that can be shown to the operator as it is. */

export type DatabaseErrorCode =
  | 'database-in-use'
  | 'database-unavailable'
  | 'database-folder'
  | 'database-migration'
  | 'database-role'
  | 'database-secret';

export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode;
  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** Another live process works on the embedded data folder. */
export class DatabaseInUseError extends DatabaseError {
  constructor(folder: string, pid: number) {
    super('database-in-use', `The data folder ${folder} is in use by the running process ${pid}; stop that one first.`);
  }
}

/** The PostgreSQL server cannot be reached, refuses the login, or is too old. */
export class DatabaseUnavailableError extends DatabaseError {
  constructor(where: string, reason: string, cause?: unknown) {
    super('database-unavailable', `The database at ${where} cannot be used: ${reason}.`, { cause });
  }
}

/** The embedded data folder cannot be created, written or read. */
export class DatabaseFolderError extends DatabaseError {
  constructor(folder: string, reason: string, cause?: unknown) {
    super('database-folder', `The data folder ${folder} cannot be used: ${reason}.`, { cause });
  }
}

/** A migration failed, was changed after it was applied, or is unknown to this program. */
export class MigrationError extends DatabaseError {
  constructor(reason: string, cause?: unknown) {
    super('database-migration', `The database cannot be brought up to date: ${reason}.`, { cause });
  }
}

/** No role is fit to serve, or nobody has granted the role its rights. */
export class DatabaseRoleError extends DatabaseError {
  constructor(reason: string, cause?: unknown) {
    super('database-role', `The database cannot be served: ${reason}.`, { cause });
  }
}

/** The gateway's secret is not this database's. */
export class DatabaseSecretError extends DatabaseError {
  constructor(what: 'other' | 'rotating') {
    super(
      'database-secret',
      what === 'other'
        ? 'This database was set up with another secret: give every gateway the same GATEWAY_SECRET, or the same secret file in the var folder.'
        : 'A rotation of the secret was begun on this database: finish it with npm run operator -- secret rotate.',
    );
  }
}

/** A programming error: the pool was used inside a transaction, where only the transaction's own handle may be. */
export class NestedConnectionError extends Error {
  constructor() {
    super('inside a transaction use its tx: a second connection would wait for ever on the embedded database');
    this.name = 'NestedConnectionError';
  }
}

/** PostgreSQL's own error, found under the wrappers of the query builder. */
export interface SqlFailure {
  code: string;
  message: string;
  detail: string | null;
  constraint: string | null;
}

/** The server's error inside `error`, or null when it is not one. */
export function sqlFailure(error: unknown): SqlFailure | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, detail, constraint } = current as { code?: unknown; detail?: unknown; constraint?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in current) {
      return {
        code,
        message: current.message,
        detail: typeof detail === 'string' ? detail : null,
        constraint: typeof constraint === 'string' ? constraint : null,
      };
    }
  }
  return null;
}

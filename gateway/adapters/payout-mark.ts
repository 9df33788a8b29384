/** The mark of payouts beside the database: what a gateway knows of them that no restore of the database takes back. */
import { open, readFile, rename, rm } from 'node:fs/promises';
import * as z from 'zod/mini';

/** The state of payouts when this gateway last saw or moved them (gateway/domain/withdrawals/mark-rules.ts). */
export interface OutsideMark {
  epoch: number;
  number: number;
  token: string;
  /** The token of the next number, when it was about to be written into the database; else null. */
  next: string | null;
}

export interface PayoutMarkStore {
  /** Null when there is none, or none that can be read. */
  read(): Promise<OutsideMark | null>;
  /** Resolves when it is on the disk. */
  write(mark: OutsideMark): Promise<void>;
  /** Removes the mark. */
  clear(): Promise<void>;
}

const schema = z.strictObject({
  epoch: z.int(),
  number: z.int(),
  token: z.string(),
  next: z.nullable(z.string()),
});

/** A file of this gateway's own; the folder is there. */
export function fileMark(path: string): PayoutMarkStore {
  return {
    async read() {
      try {
        const parsed = z.safeParse(schema, JSON.parse(await readFile(path, 'utf8')));
        return parsed.success ? parsed.data : null;
      } catch (error) {
        if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async write(mark) {
      const draft = `${path}.new`;
      const file = await open(draft, 'w', 0o600);
      try {
        await file.writeFile(JSON.stringify(mark));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    },
    clear: () => rm(path, { force: true }),
  };
}

/** The local mailbox: messages as files in one folder, for a gateway without SMTP or SMS (issue: foundation, section 3). */
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface OutboxFile {
  name: string;
  content: string;
}

/** A listing reads this many of the newest files. */
const LISTED_FILES = 200;

/**
 * Writes one message so that a reader sees all of it or nothing. Names sort by time.
 * @param time UTC ms
 */
export async function writeToOutbox(folder: string, time: number, unique: string, extension: string, content: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${new Date(time).toISOString().replaceAll(':', '-')}-${unique}.${extension}`;
  const unfinished = join(folder, `.${name}.part`);
  await writeFile(unfinished, content, { mode: 0o600 });
  await rename(unfinished, join(folder, name));
}

/** The newest messages first; none when nothing was ever sent. */
export async function readOutbox(folder: string, extension: string): Promise<OutboxFile[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const newest = names
    .filter((name) => !name.startsWith('.') && name.endsWith(`.${extension}`))
    .sort()
    .reverse()
    .slice(0, LISTED_FILES);
  return Promise.all(newest.map(async (name) => ({ name, content: await readFile(join(folder, name), 'utf8') })));
}

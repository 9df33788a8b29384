/**
 * The mark that the person has logged out, kept until the worker says that it has removed all data: a worker can die before it
 * has noted anything. It lies outside the database, since that may not answer; src/start/picture knows it too.
 */
const MARK = 'rab.leaving';

export function isLeaving(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

export function markLeaving(isLeft: boolean): void {
  try {
    if (isLeft) localStorage.setItem(MARK, '1');
    else localStorage.removeItem(MARK);
  } catch {
    // A browser that refuses storage keeps no session on disk either.
  }
}

/** Returns whether the person has asked the browser to load no more than is needed. */
export function isSavingData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** The document that a screen hands to the viewer. It stays in the page's memory, for the account that it was opened under. */
import { bridge } from '../bridge/bridge';
import { Signal } from '../bridge/signal';

interface HandedOver {
  file: File;
  accountId: string | null;
}

const held = new Signal<HandedOver | null>(null);

function currentAccount(): string | null {
  const session = bridge().session.get();
  return session?.state === 'open' ? session.accountId : null;
}

export function handOver(file: File): void {
  held.set({ file, accountId: currentAccount() });
}

/** Returns the document; null without one, and for another account than it was opened under. */
export function handedOver(): File | null {
  const value = held.get();
  const accountId = currentAccount();
  if (value === null || accountId === null || value.accountId !== accountId) return null;
  return value.file;
}

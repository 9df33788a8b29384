import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { toast } from './toast';

/** The ways a copy can end, each with its own text (docs/rules.md §18). */
export type CopyOutcome = 'copied' | 'empty' | 'unsupported' | 'failed';

const TEXTS: Record<CopyOutcome, ReturnType<typeof msg>> = {
  copied: msg`Copied`,
  empty: msg`The content to copy cannot be empty`,
  unsupported: msg`This browser does not support copying`,
  failed: msg`Copy failed. Copying must be triggered by a tap`,
};

/** For pages without a secure context, where the clipboard interface is missing. */
function copyBySelection(text: string): CopyOutcome {
  if (typeof document.execCommand !== 'function') return 'unsupported';
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'rab-sr';
  const before = document.activeElement;
  // Inside an open dialog, because all else is inert.
  (before?.closest('dialog') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done ? 'copied' : 'failed';
}

async function write(text: string): Promise<CopyOutcome> {
  if (text === '') return 'empty';
  if (typeof navigator.clipboard?.writeText !== 'function') return copyBySelection(text);
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'failed';
  }
}

/** Copies a text and says how it ended in a toast. Call it straight from a tap, or the browser refuses. Never throws. */
export async function copyText(text: string): Promise<CopyOutcome> {
  const outcome = await write(text);
  toast.show(i18n._(TEXTS[outcome]), { kind: outcome === 'copied' ? 'success' : 'error' });
  return outcome;
}

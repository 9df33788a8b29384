import { useLingui } from '@lingui/react/macro';
import { memo, useEffect, useLayoutEffect, useState, type ComponentType } from 'react';
import { loadOnce } from '../loading/chunk';
import type { SheetProps } from './sheet-props';
import { toast } from './toast';
import { useSheetHistory } from './useSheetHistory';

const load = loadOnce(() => import('./SheetFrame'));
type Frame = ComponentType<SheetProps>;

let loaded: Frame | null = null;

/**
 * Loads what sheets need ahead of the first one: the kit is a chunk of its own, which no page waits for.
 * @throws when it does not come
 */
export async function prepareSheets(): Promise<Frame> {
  // Pages keep sheets that were open at hand and render often; the kit's springs cost more than most pages.
  loaded ??= memo((await load()).SheetFrame, (before, next) => !before.open && !next.open);
  return loaded;
}

/** A bottom sheet; from 1024 px a centred dialog of 440. */
export function Sheet(props: SheetProps) {
  const { open, ahead = false } = props;
  const [isMade, setMade] = useState(open || ahead);
  if (open && !isMade) setMade(true);
  // Most sheets of a page are never opened, and a page should not wait for them.
  return isMade && <MadeSheet {...props} />;
}

function MadeSheet(props: SheetProps) {
  const { open, onClose, busy = false } = props;
  const { t } = useLingui();
  const [Frame, setFrame] = useState(() => loaded);
  const mustLoad = open && Frame === null;
  useSheetHistory(open, busy, onClose);
  useEffect(() => {
    if (!mustLoad) return;
    let isWanted = true;
    prepareSheets().then(
      (ready) => isWanted && setFrame(() => ready),
      () => {
        if (!isWanted) return;
        toast.show(t`The server cannot be reached`, { kind: 'error' });
        onClose();
      },
    );
    return () => {
      isWanted = false;
    };
  }, [mustLoad, onClose, t]);
  return Frame && <Entering Frame={Frame} sheet={props} />;
}

/** Comes into being closed and opens at once: the kit slides in what opens, not what is open from the start. */
function Entering({ Frame: SheetFrame, sheet }: { Frame: Frame; sheet: SheetProps }) {
  const [isIn, setIn] = useState(false);
  useLayoutEffect(() => setIn(true), []);
  return <SheetFrame {...sheet} open={sheet.open && isIn} />;
}

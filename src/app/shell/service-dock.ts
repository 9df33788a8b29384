/** The customer-service button's place: the edge, and its height above the lowest place as a share of the screen's height. */
export interface Dock {
  side: 'left' | 'right';
  bottomShare: number;
}

const KEY = 'rab.service-dock';
/** Below it are the tab bar and 26 px. */
const FLOOR_PX = 26 + 52 + 24;
const MAX_SHARE = 0.75;

/** The dock nearest to a pointer. */
export function dock(x: number, y: number, width: number, height: number): Dock {
  const share = (height - FLOOR_PX - y) / height;
  return { side: x < width / 2 ? 'left' : 'right', bottomShare: Math.min(MAX_SHARE, Math.max(0, share)) };
}

/** The dock of this device, else the default: right, at its lowest. */
export function readDock(): Dock {
  try {
    const [side, share] = (localStorage.getItem(KEY) ?? '').split(' ');
    const bottomShare = Number(share);
    if ((side === 'left' || side === 'right') && bottomShare >= 0 && bottomShare <= MAX_SHARE)
      return { side, bottomShare };
  } catch {
    // Storage is refused: the default.
  }
  return { side: 'right', bottomShare: 0 };
}

export function writeDock({ side, bottomShare }: Dock): void {
  try {
    localStorage.setItem(KEY, `${side} ${bottomShare.toFixed(3)}`);
  } catch {
    // Storage is refused: for this visit only.
  }
}

import { readPreference, writePreference } from '../../theme/preferences';

/** The customer-service button's place: the edge, and its height above the lowest place as a share of the screen's height. */
export interface Dock {
  side: 'left' | 'right';
  bottomShare: number;
}

/** Below it are the tab bar and 26 px. */
const FLOOR_PX = 26 + 52 + 24;
export const MAX_SHARE = 0.75;

/** The dock nearest to a pointer. */
export function dock(x: number, y: number, width: number, height: number): Dock {
  const share = (height - FLOOR_PX - y) / height;
  return { side: x < width / 2 ? 'left' : 'right', bottomShare: Math.min(MAX_SHARE, Math.max(0, share)) };
}

/** The dock of this device, else the default: right, at its lowest. */
export function readDock(): Dock {
  const [side, share] = (readPreference('rab.service-dock') ?? '').split(' ');
  const bottomShare = Number(share);
  const isPlace = (side === 'left' || side === 'right') && bottomShare >= 0 && bottomShare <= MAX_SHARE;
  return isPlace ? { side, bottomShare } : { side: 'right', bottomShare: 0 };
}

export function writeDock({ side, bottomShare }: Dock): void {
  writePreference('rab.service-dock', `${side} ${bottomShare.toFixed(3)}`);
}

/** Moments as a statement's file writes them, in the zone of the device. UTC ms in. */

const pad = (part: number, length = 2) => String(part).padStart(length, '0');

/** `2026-11-21` */
export function dayText(ms: number): string {
  const at = new Date(ms);
  return `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** `2026-11-21 14:05:09` */
export function timeText(ms: number): string {
  const at = new Date(ms);
  return `${dayText(ms)} ${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
}

/** ISO 8601 with the offset that held at that moment: `2026-11-21T14:05:09.120+08:00` */
export function isoTime(ms: number): string {
  const at = new Date(ms);
  const offset = -at.getTimezoneOffset();
  const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;
  return `${timeText(ms).replace(' ', 'T')}.${pad(at.getMilliseconds(), 3)}${zone}`;
}

/** IANA name, e.g. `Asia/Shanghai`. */
export function zoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Puts the way to the gateway together, by which calls and the stream of live changes are sent. */
import type { WorkerEvent } from '../../contract/events';
import type { LangCode } from '../../contract/ids';
import type { Vault } from '../cache/vault';
import { createEnvelope } from '../envelope/envelope';
import type { Environment } from '../environment';
import { ServerClock } from './clock';
import { Connection } from './connection';
import { Transport } from './transport';

/** Row of the device's `meta` table: what the worker learned about the server's clock. */
const CLOCK_ROW = 'clockOffsetMs';

/** The page sets these at start, and can change them. */
export interface LineSettings {
  origin: string;
  lang: LangCode;
}

interface LineDeps {
  environment: Environment;
  events: { emit(event: WorkerEvent): void };
  settings: LineSettings;
  device: Vault;
  onConnection: (online: boolean) => void;
}

export type Line = Awaited<ReturnType<typeof openLine>>;

export async function openLine({ environment, events, settings, device, onConnection }: LineDeps) {
  const { fetch, setTimer, now, uptime, random, profile, network } = environment;
  const tell = (aheadMs: number) => events.emit({ type: 'clock', aheadMs });
  const clock = new ServerClock(now, (offsetMs) => {
    tell(offsetMs);
    void keepClockOffset(device, offsetMs).catch(() => {});
  });
  const kept = await storedClockOffset(device);
  clock.restore(kept);
  tell(kept);
  const origin = () => settings.origin;
  const onSlow = (isSlow: boolean) => events.emit({ type: 'line', isSlow });
  const connection = new Connection({ fetch, setTimer, random, network, origin, onChange: onConnection, onSlow });
  const sending = {
    fetch,
    setTimer,
    now,
    uptime,
    random,
    profile,
    envelope: createEnvelope(environment),
    clock,
    connection,
    origin,
    lang: () => settings.lang,
  };
  return { ...sending, transport: new Transport(sending) };
}

async function storedClockOffset(device: Vault): Promise<number> {
  const row = await device.store.run(({ tables }) => tables.meta.get(CLOCK_ROW));
  return typeof row?.value === 'number' ? row.value : 0;
}

async function keepClockOffset(device: Vault, value: number): Promise<void> {
  await device.store.run(({ tables }) => tables.meta.putAll([{ key: CLOCK_ROW, value }]));
}

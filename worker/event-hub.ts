/** One channel of events to the page, instead of a callback per call. */
import type { WorkerEvent } from '../contract/events';

export class EventHub {
  readonly #ports = new Set<MessagePort>();
  /** Events that a page which subscribes later has to know: kept only while the state is not the usual one. */
  readonly #standing = new Map<WorkerEvent['type'], WorkerEvent>();

  subscribe(port: MessagePort): void {
    this.#ports.add(port);
    // Newer browsers tell when the other end goes; elsewhere a closed port swallows messages.
    port.addEventListener('close', () => this.#ports.delete(port));
    port.start();
    for (const event of this.#standing.values()) port.postMessage(event);
  }

  emit(event: WorkerEvent): void {
    const usual = isUsual(event);
    if (usual) this.#standing.delete(event.type);
    else if (usual === false) this.#standing.set(event.type, event);
    for (const port of this.#ports) port.postMessage(event);
  }
}

/** Null for what happens and is over. */
function isUsual(event: WorkerEvent): boolean | null {
  switch (event.type) {
    case 'connection':
      return event.online;
    case 'storage':
      return event.mode === 'persistent';
    case 'upgrade':
      return !event.isRunning;
    case 'clock':
      return event.aheadMs === 0;
    default:
      return null;
  }
}

import type { WorkerEvent } from '../../contract/events';
import type { Environment } from '../environment';
import type { DatabaseLayout } from './database';

export interface StoreOptions<Tables> {
  name: string;
  layout: DatabaseLayout<Tables>;
  environment: Pick<Environment, 'indexedDB' | 'keyRange' | 'setTimer' | 'databasePrefix' | 'locks'>;
  /** Tells the page that not everything is saved on this device from now on, or that an upgrade runs. */
  emit: (event: WorkerEvent) => void;
  /**
   * Another tab deletes it, as when its person logs out. The store has then ended: it must not come into being again under
   * a late write. Absent: it is opened anew by the next operation.
   */
  onDeleted?: () => void;
  /** An opening that was too late has ended after all, well or not, while everything runs from memory. */
  onAnswer?: () => void;
}

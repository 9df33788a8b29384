import type { SessionState, StorageMode } from '../../contract/events';
import { bridge, type WorkerState } from './bridge';
import { useSignal } from './signal';

/** Returns the session, with who is logged in; null while the worker starts. */
export function useSession(): SessionState | null {
  return useSignal(bridge().session);
}

/** Tells whether the last try reached the gateway; the banner and the money buttons show it. */
export function useConnection(): { isOnline: boolean } {
  return { isOnline: useSignal(bridge().isOnline) };
}

/** `full`, `memory`: new records, all records are not saved on this device, and the screen says so. */
export function useStorageMode(): StorageMode {
  return useSignal(bridge().storageMode);
}

/** True while the worker changes the layout of the stored data for a new version; the screen says so. */
export function useIsUpgrading(): boolean {
  return useSignal(bridge().isUpgrading);
}

export function useWorkerState(): WorkerState {
  return useSignal(bridge().workerState);
}

/** Wipes everything of the user from this device, also offline; screens go to the login page by themselves. */
export function logout(): Promise<void> {
  return bridge().logout();
}

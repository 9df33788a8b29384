/** Runs before anything of the app is loaded: files share a process and its packages, but each has an app of its own. */
import { vi } from 'vitest';

vi.resetModules();

/**
 * The calls that every start needs: the worker has them at once. Each is named here, so that the first chunk of all carries
 * nothing else of their file; a test compares with the registry.
 */
import { config, languages, marquee, version } from './calls/content';
import type { CallDefinition } from './call';

export const guestCalls: readonly CallDefinition[] = [config, languages, marquee, version];

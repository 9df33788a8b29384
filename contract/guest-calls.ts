/** The calls that somebody without a session needs, and every start: the worker has them at once. */
import { definedIn } from './call';
import * as content from './calls/content';
import * as session from './calls/session';

export const guestCalls = definedIn(session, content);

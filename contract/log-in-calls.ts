/** The calls with which somebody gets in. The worker loads them, with whatever else getting in takes, when the page asks for one. */
import { definedIn } from './call';
import * as session from './calls/session';

export { authCaptcha } from './calls/session';

export const logInCalls = definedIn(session).filter(({ access }) => access === 'public');

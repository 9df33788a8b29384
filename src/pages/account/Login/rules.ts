/** The parts of the contract that a login by password needs: a chunk of its own, loaded when a field is first touched. */
import * as z from 'zod/mini';
import { loginName, password } from '../../../../contract/calls/session';

export { logInByEmail } from '../../../../contract/calls/session';

export const schema = z.strictObject({ loginName, password });

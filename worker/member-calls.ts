/** The calls that come with a session, and the fingerprints of their answers: one chunk. */
export { memberCalls } from '../contract/member-calls';
export const memberShapes = MEMBER_SHAPES;

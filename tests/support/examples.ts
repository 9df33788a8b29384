import { calls, type CallInput, type CallName } from '../../contract/index';

/** A right input of a call, about what nobody has. */
export const exampleOf = <N extends CallName>(name: N): CallInput<N> => (calls[name].example ?? {}) as CallInput<N>;

/** For `onUndeclared`: a refusal that the contract does not name is a failed test. */
export function failUndeclared(call: string, code: string): never {
  throw new Error(`${call} refused with ${code}, which contract/calls does not declare for it`);
}

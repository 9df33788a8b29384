/** Given as `onUndeclared`: fails the test when a refusal is not one that the contract names. */
export function failUndeclared(call: string, code: string): never {
  throw new Error(`${call} refused with ${code}, which contract/calls does not declare for it`);
}

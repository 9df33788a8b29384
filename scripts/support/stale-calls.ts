import { staleAfter } from '../../contract/consequences';
import { memberCalls } from '../../contract/member-calls';

/** Stands in the worker's code in place of the topics of its calls: what each write makes stale, by its name. */
export function staleConstants(): Record<string, string> {
  const stale = memberCalls.map((call): [string, string[]] => [call.name, staleAfter(call)]);
  return { MEMBER_STALES: JSON.stringify(Object.fromEntries(stale.filter(([, names]) => names.length > 0))) };
}

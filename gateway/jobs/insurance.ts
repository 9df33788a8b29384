/** Adds the insurance fund's movements to their days, so that reading them does not grow with the fees (docs/rules.md §7). */
import { INSURANCE_ASSET } from '../../contract/calls/insurance';
import { countMovements } from '../domain/insurance/repo';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const INSURANCE_JOB = 'insurance';
const BATCH = 5_000;

/** @returns how many movements it counted */
export async function countInsurance(deps: JobDeps, isStopping: IsStopping = neverStopping): Promise<number> {
  for (let counted = 0; ;) {
    if (isStopping()) return counted;
    const count = await exclusively(deps, INSURANCE_JOB, (tx) => countMovements(tx, INSURANCE_ASSET, BATCH));
    if (count === 'busy' || count === 0) return counted;
    counted += count;
  }
}

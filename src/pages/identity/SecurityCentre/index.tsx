import { useQuery } from '../../../app/navigation';
import { Overview } from './Overview';
import { Sessions } from './Sessions';

/** The security centre; its devices are a view of the same address, so that back leads from one to the other. */
export default function SecurityCentre() {
  return useQuery('view') === 'devices' ? <Sessions /> : <Overview />;
}

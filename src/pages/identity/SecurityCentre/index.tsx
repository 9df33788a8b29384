import { useQuery } from '../../../app/navigation';
import { Overview } from './Overview';
import { Sessions } from './Sessions';
import { Thaw } from './Thaw';

/** The security centre; its devices and the thaw are views of the same address, so that back leads from one to the other. */
export default function SecurityCentre() {
  const view = useQuery('view');
  if (view === 'devices') return <Sessions />;
  return view === 'thaw' ? <Thaw /> : <Overview />;
}

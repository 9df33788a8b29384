import { sidePanel } from '../../routes';
import { LazyPage } from '../LazyPage';
import { useIsWide } from './useIsWide';
import styles from './SidePanel.module.css';

const nothing = () => {};

/** From 1024 px: recent records and quotes beside the column (DESIGN §7). Narrow screens never load it. */
export function SidePanel() {
  const isWide = useIsWide();
  if (!isWide || !sidePanel) return null;
  return (
    <aside className={styles['panel']}>
      <LazyPage load={sidePanel} onMounted={nothing} />
    </aside>
  );
}

import { sidePanel } from '../../routes';
import { LazyPage } from '../LazyPage';
import styles from './SidePanel.module.css';

const nothing = () => {};

/** From 1024 px: recent records and quotes beside the column. Narrow screens never load it. */
export function SidePanel() {
  if (!sidePanel) return null;
  return (
    <aside className={styles['panel']}>
      <LazyPage load={sidePanel} onMounted={nothing} />
    </aside>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { LayoutGrid } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { Sheet } from '../../../components/Sheet';
import { afterSheetClosed } from '../../../components/useSheetHistory';
import { actions, areaGroups, homeAreas, hrefOf, type Shortcut } from './areas';
import styles from './Shortcuts.module.css';

/** The round buttons; the first one is the primary. */
export function Actions() {
  const { t } = useLingui();
  return (
    <nav className={styles['actions']} aria-label={t`Actions`}>
      {actions().map((shortcut) => (
        <a key={shortcut.screen} className={styles['action']} href={hrefOf(shortcut)}>
          <span className={styles['disc']}>
            <shortcut.icon size={22} strokeWidth={1.75} aria-hidden="true" />
          </span>
          {t(shortcut.label)}
        </a>
      ))}
    </nav>
  );
}

interface AreaProps {
  shortcut: Shortcut;
  /** In place of following the link, where something has to be closed first. */
  onOpen?: (event: MouseEvent) => void;
}

function Area({ shortcut, onOpen }: AreaProps) {
  const { t } = useLingui();
  return (
    <a className={styles['area']} href={hrefOf(shortcut)} onClick={onOpen}>
      <shortcut.icon size={24} strokeWidth={1.75} aria-hidden="true" />
      <span>{t(shortcut.label)}</span>
    </a>
  );
}

const keyOf = ({ screen, query }: Shortcut) => `${screen}${query ? '*' : ''}`;

/** The first areas, and all of them behind More. */
export function AreaGrid() {
  const { t } = useLingui();
  const [showsAll, setShowsAll] = useState(false);
  return (
    <>
      <nav className={`${styles['grid']} ${styles['card']}`} aria-label={t`Areas`}>
        {homeAreas().map((shortcut) => (
          <Area key={keyOf(shortcut)} shortcut={shortcut} />
        ))}
        <button type="button" className={styles['area']} aria-haspopup="dialog" onClick={() => setShowsAll(true)}>
          <LayoutGrid size={24} strokeWidth={1.75} aria-hidden="true" />
          <span>
            <Trans>More</Trans>
          </span>
        </button>
      </nav>
      <AllAreas open={showsAll} onClose={() => setShowsAll(false)} />
    </>
  );
}

function AllAreas({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const navigation = useNavigation();
  // The sheet's own entry of the history goes first: a link would lie on top of it.
  const follow =
    ({ screen, query }: Shortcut) =>
    (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onClose();
      afterSheetClosed(() => navigation.open(paths[screen], query));
    };
  return (
    <Sheet open={open} onClose={onClose} title={t`All areas`}>
      {areaGroups().map(({ title, areas }) => (
        <nav key={title.id} className={styles['group']} aria-label={t(title)}>
          <h3 className={styles['group-title']}>{t(title)}</h3>
          <div className={styles['grid']}>
            {areas.map((shortcut) => (
              <Area key={keyOf(shortcut)} shortcut={shortcut} onOpen={follow(shortcut)} />
            ))}
          </div>
        </nav>
      ))}
    </Sheet>
  );
}

import { Check } from 'lucide-react';
import type { ReleaseNotes } from '../../contract/release';
import { useLocale } from '../i18n/useLocale';
import { notesFor } from './notes';
import styles from './ReleaseNoteList.module.css';

/** Lists the news of a version, as its publisher wrote them; renders nothing where there are none. */
export function ReleaseNoteList({ notes }: { notes: ReleaseNotes | undefined }) {
  const { lang, lines } = notesFor(notes ?? {}, useLocale());
  if (lines.length === 0) return null;
  return (
    <ul className={styles['notes']} lang={lang}>
      {lines.map((line) => (
        <li key={line} className={styles['note']}>
          <Check size={18} aria-hidden="true" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}

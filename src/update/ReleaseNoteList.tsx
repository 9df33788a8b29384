import { Check } from 'lucide-react';
import type { ReleaseNotes } from '../../contract/release';
import { useLocale } from '../i18n/useLocale';
import { notesFor } from './notes';
import styles from './ReleaseNoteList.module.css';

/** What is new in a version, as its publisher says it; nothing where nothing is said. */
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

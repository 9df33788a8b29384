import { ChevronRight } from 'lucide-react';
import { toast } from '../../components/toast';
import styles from './notices.module.css';

/** Notices stay longer than other toasts: nobody waits for them, and the person needs time to tap them. */
export const SHOWN_MS = 6_000;

/** A toast that leads somewhere. */
export function NoticeLink({ text, href }: { text: string; href: string }) {
  return (
    <a className={styles['link']} href={href} onClick={() => toast.clear()}>
      <span>{text}</span>
      <ChevronRight size={18} strokeWidth={2} aria-hidden="true" />
    </a>
  );
}

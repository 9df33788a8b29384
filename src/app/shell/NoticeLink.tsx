import { ChevronRight } from 'lucide-react';
import { toast } from '../../components/toast';
import styles from './notices.module.css';

/** Nobody waits for what comes by itself, and it is to be tapped: it stays longer than other toasts. */
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

import { CircleAlert, CircleCheck } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { currentToast, subscribeToast, type ToastContent } from './toast';
import styles from './ToastHost.module.css';

function Bubble({ content }: { content: ToastContent | null }) {
  if (!content) return null;
  if (content.body) return content.body;
  return (
    <div key={content.id} className={styles['toast']}>
      {content.kind === 'success' && <CircleCheck size={18} strokeWidth={2} aria-hidden="true" />}
      {content.kind === 'error' && <CircleAlert size={18} strokeWidth={2} aria-hidden="true" />}
      <span>{content.text}</span>
    </div>
  );
}

/** Where toasts appear; once in the shell. Both live regions are always there, or the first toast would not be read. */
export function ToastHost() {
  const content = useSyncExternalStore(subscribeToast, currentToast);
  const urgent = content?.kind === 'error';
  return (
    <div className={styles['host']}>
      <div role="status">{!urgent && <Bubble content={content} />}</div>
      <div role="alert">{urgent && <Bubble content={content} />}</div>
    </div>
  );
}

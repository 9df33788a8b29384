import { CircleAlert, CircleCheck } from 'lucide-react';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { currentToast, hostToasts, isHost, subscribeToast, type ToastContent } from './toast';
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

interface ToastHostProps {
  /** A dialog's alerts and states are those of its content: the regions of its toasts have no role. */
  isInDialog?: boolean;
}

/**
 * Shows toasts: the shell has one host, and each open dialog has one, because all else is inert then. The innermost host shows
 * them. Both live regions are always there, or screen readers would miss the first toast.
 */
export function ToastHost({ isInDialog = false }: ToastHostProps) {
  const [self] = useState({});
  useLayoutEffect(() => hostToasts(self), [self]);
  const content = useSyncExternalStore(subscribeToast, () => (isHost(self) ? currentToast() : null));
  const urgent = content?.kind === 'error';
  return (
    <div className={styles['host']}>
      <div role={isInDialog ? undefined : 'status'} aria-live="polite">
        {!urgent && <Bubble content={content} />}
      </div>
      <div role={isInDialog ? undefined : 'alert'} aria-live="assertive">
        {urgent && <Bubble content={content} />}
      </div>
    </div>
  );
}

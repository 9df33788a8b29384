import { useId, type ReactNode } from 'react';
import styles from './Card.module.css';

export interface CardProps {
  title?: ReactNode;
  /** Right of the title: an AsOfStamp, a link. */
  aside?: ReactNode;
  /** False for rows that bring their own padding. */
  padded?: boolean;
  children: ReactNode;
}

/** A surface on the ground; with a title it is a named region. */
export function Card({ title, aside, padded = true, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <header className={styles['head']}>
          <h2 id={id} className={styles['title']}>
            {title}
          </h2>
          {aside}
        </header>
      )}
      <div className={padded ? styles['padded'] : undefined}>{children}</div>
    </section>
  );
}

import type { ReactNode } from 'react';
import styles from './CertificateCard.module.css';
import { Rosette } from './Rosette';

export interface CertificateCardProps {
  /** Names the card as a region. */
  label?: string;
  children: ReactNode;
}

/** The night-blue certificate: custody card, level card, banner. Only where the product vouches for something. */
export function CertificateCard({ label, children }: CertificateCardProps) {
  return (
    <section className={styles['certificate']} aria-label={label}>
      <Rosette variant="card" />
      <div className={styles['content']}>{children}</div>
    </section>
  );
}

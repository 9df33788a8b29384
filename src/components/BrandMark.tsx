import styles from './BrandMark.module.css';

export interface BrandMarkProps {
  /** lapis: white R on lapis. white: night-blue R on white, for the night ground. */
  tone?: 'lapis' | 'white';
  /** Edge in px. */
  size?: number;
}

/** The R on its rounded square. Decorative: put the name beside it. */
export function BrandMark({ tone = 'lapis', size = 32 }: BrandMarkProps) {
  return (
    <svg className={styles[tone]} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M10 24V8h7.2a4.9 4.9 0 0 1 0 9.8H10" />
      <path d="M17.4 17.8 22.4 24" />
    </svg>
  );
}

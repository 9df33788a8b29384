import styles from './Avatar.module.css';
import { DataImage } from './DataImage';

/** The letter or sign that stands for a person without a picture. */
export function initialOf(nickname: string): string {
  const [first = ''] = nickname.trim();
  return first.toLocaleUpperCase();
}

/** Size of the initial as a share of the circle's height. */
const INITIAL_SHARE = 0.42;

export interface AvatarProps {
  /** A data URI, as answers carry pictures; null for the initial. */
  image: string | null;
  /** Empty while it is not known. */
  name: string;
  /** px */
  size: number;
}

/** A person's picture or initial. Decorative: their name stands beside it. */
export function Avatar({ image, name, size }: AvatarProps) {
  return (
    <span
      className={styles['avatar']}
      style={{ width: size, height: size, fontSize: size * INITIAL_SHARE }}
      aria-hidden="true"
    >
      {image === null ? initialOf(name) : <DataImage data={image} alt="" />}
    </span>
  );
}

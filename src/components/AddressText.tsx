import { addressEnds, groupsOfFour } from '../format/address';
import styles from './AddressText.module.css';

/** A full chain address in groups of four, its ends highlighted; screen readers get the groups. */
export function AddressText({ address }: { address: string }) {
  const { head, tail } = addressEnds(address);
  const tailStart = address.length - tail.length;
  let next = 0;
  return (
    <span className={styles['address']}>
      {groupsOfFour(address).map((group, index) => {
        const start = next;
        next += group.length;
        const headEnd = Math.max(0, Math.min(group.length, head.length - start));
        const tailAt = Math.max(headEnd, Math.min(group.length, tailStart - start));
        return (
          <span key={index}>
            {index > 0 && ' '}
            {headEnd > 0 && <b>{group.slice(0, headEnd)}</b>}
            {group.slice(headEnd, tailAt)}
            {tailAt < group.length && <b>{group.slice(tailAt)}</b>}
          </span>
        );
      })}
    </span>
  );
}

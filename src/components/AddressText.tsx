import { addressEnds, groupsOfFour } from '../format/address';
import styles from './AddressText.module.css';

/** A full chain address in groups of four, its ends highlighted; screen readers get the groups (DESIGN §3, §13). */
export function AddressText({ address }: { address: string }) {
  const { head, tail } = addressEnds(address);
  const tailStart = address.length - tail.length;
  return (
    <span className={styles['address']}>
      {groupsOfFour(address).map((group, index) => {
        const headEnd = Math.max(0, Math.min(group.length, head.length - index * 4));
        const tailAt = Math.max(headEnd, Math.min(group.length, tailStart - index * 4));
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

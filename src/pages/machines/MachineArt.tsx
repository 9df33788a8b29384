import styles from './MachineArt.module.css';

/** Boards of a machine by its T: the more it does, the more of them. */
function boardsOf(hashrate: number): number {
  if (hashrate >= 500) return 4;
  if (hashrate >= 100) return 3;
  return hashrate >= 50 ? 2 : 1;
}

const BOARD_HEIGHT = 13;
const CHIPS = [0, 1, 2, 3];

/** A drawing of a machine: boards with chips beside a fan. Decorative. */
export function MachineArt({ hashrate, size = 64 }: { hashrate: number; size?: number }) {
  const boards = boardsOf(hashrate);
  const top = 32 - (boards * BOARD_HEIGHT + 6) / 2;
  return (
    <svg className={styles['art']} width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect className={styles['case']} x="4" y={top} width="56" height={boards * BOARD_HEIGHT + 6} rx="5" />
      {Array.from({ length: boards }, (_, board) => {
        const y = top + 3 + board * BOARD_HEIGHT;
        return (
          <g key={board}>
            <circle className={styles['fan']} cx="15" cy={y + 6.5} r="4.6" />
            <path className={styles['fan']} d={`M15 ${y + 1.9}v9.2M10.4 ${y + 6.5}h9.2`} />
            {CHIPS.map((chip) => (
              <rect
                key={chip}
                className={styles['chip']}
                x={25 + chip * 8}
                y={y + 3.5}
                width="5.5"
                height="6"
                rx="1.2"
              />
            ))}
          </g>
        );
      })}
    </svg>
  );
}

import { plot, stretchesOf, type DayValue } from './day-curve';
import styles from './DayCurve.module.css';

/** Keeps the line's stroke inside the drawing. */
const TOP = 6;
const BOTTOM = 94;

export interface DayCurveProps {
  points: readonly DayValue[];
  /** The sentence that stands for the drawing: from, to, low, high. */
  label: string;
}

/** A value over time as straight lines between the days that follow each other; where a day is missing is a gap. */
export function DayCurve({ points, label }: DayCurveProps) {
  const at = plot(points).map(({ x, y }, index) => ({
    x: x * 100,
    y: BOTTOM - y * (BOTTOM - TOP),
    day: points[index]?.day ?? 0,
  }));
  const last = at.at(-1);
  if (!last || at.length < 2) return null;
  return (
    <div className={styles['plot']} role="img" aria-label={label}>
      <svg className={styles['drawing']} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {stretchesOf(at).map((stretch) => (
          <Stretch key={stretch[0]?.day} points={stretch} />
        ))}
      </svg>
      <i className={styles['end']} style={{ insetInlineStart: `${last.x}%`, top: `${last.y}%` }} />
    </div>
  );
}

function Stretch({ points }: { points: readonly { x: number; y: number }[] }) {
  const first = points[0];
  const end = points.at(-1);
  if (!first || !end) return null;
  // A day that stands alone is a dot: a line of no length with round ends.
  const drawn = points.length === 1 ? [first, first] : points;
  const line = drawn.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
  return (
    <>
      <polygon className={styles['area']} points={`${first.x},100 ${line} ${end.x},100`} />
      <polyline className={styles['line']} points={line} vectorEffect="non-scaling-stroke" />
    </>
  );
}

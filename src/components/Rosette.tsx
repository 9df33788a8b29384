import { DRAWINGS, rosetteCurves, type RosetteVariant } from './rosette-curves';
import styles from './Rosette.module.css';

/**
 * The engraved rosette of share certificates, decorative. `header` and `card` fill their positioned
 * parent behind its content; `empty` is a 64 px figure.
 */
export function Rosette({ variant }: { variant: RosetteVariant }) {
  const { box, centre, strokeWidth } = DRAWINGS[variant];
  return (
    <svg
      className={variant === 'empty' ? styles['figure'] : styles['ground']}
      viewBox={`0 0 ${box[0]} ${box[1]}`}
      preserveAspectRatio={variant === 'empty' ? undefined : 'xMaxYMid slice'}
      strokeWidth={strokeWidth}
      aria-hidden="true"
    >
      <g transform={`translate(${centre[0]} ${centre[1]})`}>
        {rosetteCurves(variant).map(({ path, degrees }, index) => (
          <path key={index} d={path} transform={degrees === 0 ? undefined : `rotate(${degrees})`} />
        ))}
      </g>
    </svg>
  );
}

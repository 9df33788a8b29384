/** Pictures of the iPhone at each step, in a few strokes and the theme's colours. The text beside them says the same. */
import type { ReactNode } from 'react';
import styles from './IosPictures.module.css';

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg className={styles['picture']} viewBox="0 0 280 132" aria-hidden="true">
      {children}
    </svg>
  );
}

/** A finger's ring around what is to be tapped. */
function Tap({ x, y }: { x: number; y: number }) {
  return (
    <>
      <circle className={styles['halo']} cx={x} cy={y} r="19" />
      <circle className={styles['ring']} cx={x} cy={y} r="19" />
    </>
  );
}

/** The box with the arrow out of its top. */
function ShareGlyph({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x - 9} ${y - 11})`}>
      <path
        className={styles['glyph']}
        d="M5 8H3.5A1.5 1.5 0 0 0 2 9.5v9A1.5 1.5 0 0 0 3.5 20h11a1.5 1.5 0 0 0 1.5-1.5v-9A1.5 1.5 0 0 0 14.5 8H13"
      />
      <path className={styles['glyph']} d="M9 13V1M5.5 4.5 9 1l3.5 3.5" />
    </g>
  );
}

/** Safari's bottom bar, the share button in its middle. */
export function SharePicture() {
  return (
    <Picture>
      <path className={styles['device']} d="M50 0v108a20 20 0 0 0 20 20h140a20 20 0 0 0 20-20V0" />
      <rect className={styles['bar']} x="66" y="14" width="148" height="9" rx="4.5" />
      <rect className={styles['bar']} x="66" y="32" width="104" height="9" rx="4.5" />
      <path className={styles['line']} d="M51 62h178" />
      <rect className={styles['bar']} x="76" y="70" width="128" height="12" rx="6" />
      <path className={styles['muted']} d="m80 98-6 7 6 7M100 98l6 7-6 7" />
      <path className={styles['muted']} d="M172 100h10v10h-10zM176 96h10v10M200 99h14M200 105h14M200 111h14" />
      <Tap x={140} y={105} />
      <ShareGlyph x={140} y={105} />
    </Picture>
  );
}

/** The share sheet, with the row of the plus in a box. */
export function AddPicture() {
  return (
    <Picture>
      <path className={styles['device']} d="M50 132V20A20 20 0 0 1 70 0h140a20 20 0 0 1 20 20v112" />
      <rect className={styles['grip']} x="126" y="8" width="28" height="4" rx="2" />
      <rect className={styles['bar']} x="66" y="24" width="70" height="8" rx="4" />
      <path className={styles['muted']} d="M198 22h12v12h-12z" />
      <rect className={styles['chosen']} x="58" y="46" width="164" height="38" rx="12" />
      <rect className={styles['strong']} x="70" y="60" width="82" height="10" rx="5" />
      <path
        className={styles['glyph']}
        d="M193 57h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2V59a2 2 0 0 1 2-2zM200 61v8M196 65h8"
      />
      <rect className={styles['bar']} x="70" y="98" width="96" height="8" rx="4" />
      <path className={styles['muted']} d="M196 96h12v12h-12z" />
      <path className={styles['line']} d="M62 118h156" />
    </Picture>
  );
}

/** The home screen, with the app's mark among the others. */
export function HomeScreenPicture() {
  const others = [78, 162, 204];
  return (
    <Picture>
      <path className={styles['device']} d="M50 132V20A20 20 0 0 1 70 0h140a20 20 0 0 1 20 20v112" />
      {[20, 78].map((y) =>
        others.map((x) => (
          <rect key={`${x} ${y}`} className={styles['bar']} x={x - 15} y={y} width="30" height="30" rx="8" />
        )),
      )}
      <rect className={styles['bar']} x="105" y="78" width="30" height="30" rx="8" />
      <Tap x={120} y={35} />
      <g transform="translate(105 20) scale(0.9375)">
        <rect className={styles['mark']} width="32" height="32" rx="9" />
        <path className={styles['letter']} d="M10 24V8h7.2a4.9 4.9 0 0 1 0 9.8H10M17.4 17.8 22.4 24" />
      </g>
      <rect className={styles['strong']} x="109" y="57" width="22" height="5" rx="2.5" />
    </Picture>
  );
}

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { OpenedPdf } from '../../../documents/open-pdf';
import { plainText, type TextBox } from '../../../documents/page-text';
import { useLocale } from '../../../i18n/useLocale';
import { formatCount } from '../../../format/amount';
import styles from './Viewer.module.css';

/** Pages are drawn this far ahead of the window. */
const AHEAD = '60% 0px';

function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: AHEAD,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}

export interface PageViewProps {
  pdf: OpenedPdf;
  index: number;
  /** 1 is the column's width. */
  zoom: number;
  /** Places of the text that is searched for; `current` is the one that is shown. */
  boxes: readonly TextBox[];
  current: readonly TextBox[];
  onFault: (error: unknown) => void;
}

/** One page: drawn while it is near the window, an empty sheet of its size before and after. */
export function PageView({ pdf, index, zoom, boxes, current, onFault }: PageViewProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const sheet = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNear(sheet);
  const text = usePageText(pdf, index, isNear);
  useEffect(() => {
    const [drawn, paper] = [canvas.current, sheet.current];
    if (!isNear || !drawn || !paper) return;
    const leaving = new AbortController();
    const widthPx = paper.clientWidth * devicePixelRatio;
    pdf
      .draw(index, drawn, widthPx, leaving.signal)
      .catch((error: unknown) => !leaving.signal.aborted && onFault(error));
    return () => {
      leaving.abort();
      // Gives the picture's memory back.
      drawn.width = 0;
      drawn.height = 0;
    };
  }, [pdf, index, zoom, isNear, onFault]);
  const { width = 1, height = 1 } = pdf.sizes[index] ?? {};
  const [number, count] = [formatCount(index + 1, locale), formatCount(pdf.sizes.length, locale)];
  return (
    <section
      ref={sheet}
      className={styles['sheet']}
      style={{ aspectRatio: `${width} / ${height}` }}
      aria-label={t`Page ${number} of ${count}`}
      data-page={index}
    >
      <canvas ref={canvas} className={styles['canvas']} aria-hidden="true" />
      {boxes.map((box) => (
        <Mark key={`${box.x} ${box.y}`} box={box} isCurrent={current.includes(box)} />
      ))}
      <p className="rab-sr">{text}</p>
    </section>
  );
}

function Mark({ box, isCurrent }: { box: TextBox; isCurrent: boolean }) {
  const percent = (share: number) => `${share * 100}%`;
  return (
    <i
      className={styles['mark']}
      data-current={isCurrent || undefined}
      style={{ left: percent(box.x), top: percent(box.y), width: percent(box.width), height: percent(box.height) }}
    />
  );
}

/** The page's words for screen readers, read once it is near. */
function usePageText(pdf: OpenedPdf, index: number, isNear: boolean): string {
  const [text, setText] = useState('');
  useEffect(() => {
    if (!isNear || text !== '') return;
    let isLeft = false;
    pdf.textOf(index).then(
      (pieces) => !isLeft && setText(plainText(pieces)),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [pdf, index, isNear, text]);
  return text;
}

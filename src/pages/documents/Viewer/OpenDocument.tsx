import { useLingui } from '@lingui/react/macro';
import { Search, Share2, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigation } from '../../../app/navigation';
import { ErrorState } from '../../../components/ErrorState';
import { IconButton } from '../../../components/IconButton';
import { NavBar } from '../../../components/NavBar';
import { canShareFile, saveFile, shareFile } from '../../../components/save-file';
import { Skeleton } from '../../../components/Skeleton';
import { toast } from '../../../components/toast';
import type { OpenedPdf } from '../../../documents/open-pdf';
import type { TextBox } from '../../../documents/page-text';
import { formatPercent } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { FAULTS } from './faults';
import { PageView } from './PageView';
import { SearchBar } from './SearchBar';
import { usePdf } from './usePdf';
import { useTextSearch, type FoundMatch } from './useTextSearch';
import styles from './Viewer.module.css';

/** As decimal text: these are shown as percentages. */
const ZOOMS = ['1', '1.5', '2', '3'] as const;
const NO_BOXES: readonly TextBox[] = [];

/** A document that was handed over: its pages, or an error and nothing else ([Note: Documents], src/documents/open-pdf.ts). */
export function OpenDocument({ file }: { file: File }) {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { state, refuse, retry } = usePdf(file);
  const [isSearching, setSearching] = useState(false);
  const share = async () => {
    const outcome = await (canShareFile(file) ? shareFile(file) : saveFile(file));
    if (outcome === 'failed') toast.show(t`The file could not be shared`, { kind: 'error' });
  };
  const actions = state.at === 'open' && (
    <>
      <IconButton
        label={t`Search the document`}
        icon={<Search size={22} strokeWidth={1.75} />}
        aria-expanded={isSearching}
        onClick={() => setSearching(!isSearching)}
      />
      <IconButton label={t`Share`} icon={<Share2 size={22} strokeWidth={1.75} />} onClick={() => void share()} />
    </>
  );
  return (
    <>
      <NavBar title={t`PDF document`} onBack={back} actions={actions} />
      <div className={styles['page']}>
        {state.at === 'opening' && <Skeleton shape="card" />}
        {state.at === 'refused' && (
          <ErrorState reason={t(FAULTS[state.fault])} onRetry={state.fault === 'unavailable' ? retry : undefined} />
        )}
        {state.at === 'open' && <Pages pdf={state.pdf} name={file.name} isSearching={isSearching} onFault={refuse} />}
      </div>
    </>
  );
}

interface PagesProps {
  pdf: OpenedPdf;
  name: string;
  isSearching: boolean;
  onFault: (error: unknown) => void;
}

function Pages({ pdf, name, isSearching, onFault }: PagesProps) {
  const [text, setText] = useState('');
  const [zoom, setZoom] = useState<(typeof ZOOMS)[number]>('1');
  const [step, setStep] = useState(0);
  const { matches, isOver } = useTextSearch(pdf, isSearching ? text : '');
  const at = matches.length === 0 ? 0 : ((step % matches.length) + matches.length) % matches.length;
  const current = matches[at];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) scrollTo(list.current, current);
  }, [current]);
  const boxesOf = useMemo(() => {
    const byPage = new Map<number, TextBox[]>();
    for (const { page, match } of matches) byPage.set(page, [...(byPage.get(page) ?? []), ...match]);
    return byPage;
  }, [matches]);
  return (
    <>
      <div className={styles['tools']}>
        {isSearching && (
          <SearchBar
            text={text}
            onText={(next) => {
              setText(next);
              setStep(0);
            }}
            count={matches.length}
            at={at}
            isOver={isOver}
            onStep={(by) => setStep(at + by)}
          />
        )}
        <ZoomBar name={name} zoom={zoom} onZoom={setZoom} />
      </div>
      <div className={styles['scroller']} tabIndex={-1}>
        <div ref={list} className={styles['sheets']} style={{ width: `${Number(zoom) * 100}%` }}>
          {pdf.sizes.map((_, index) => (
            <PageView
              key={index}
              pdf={pdf}
              index={index}
              zoom={Number(zoom)}
              boxes={boxesOf.get(index) ?? NO_BOXES}
              current={current?.page === index ? current.match : NO_BOXES}
              onFault={onFault}
            />
          ))}
        </div>
      </div>
    </>
  );
}

/** Brings the match's first box to the middle of the window. */
function scrollTo(list: HTMLElement | null, { page, match }: FoundMatch): void {
  const sheet = list?.querySelector(`[data-page="${page}"]`);
  const [box] = match;
  if (!sheet || !box) return;
  const { top, height } = sheet.getBoundingClientRect();
  window.scrollTo({ top: window.scrollY + top + box.y * height - window.innerHeight / 2 });
}

interface ZoomBarProps {
  name: string;
  zoom: (typeof ZOOMS)[number];
  onZoom: (zoom: (typeof ZOOMS)[number]) => void;
}

function ZoomBar({ name, zoom, onZoom }: ZoomBarProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const at = ZOOMS.indexOf(zoom);
  const [smaller, larger] = [ZOOMS[at - 1], ZOOMS[at + 1]];
  return (
    <div className={styles['zoom']}>
      <span className={styles['name']}>{name}</span>
      <IconButton
        label={t`Zoom out`}
        icon={<ZoomOut size={22} strokeWidth={1.75} />}
        disabled={smaller === undefined}
        onClick={() => smaller && onZoom(smaller)}
      />
      <span className="rab-num" role="status">
        {formatPercent(zoom, locale, { signed: false }).replace(/[.,]00/, '')}
      </span>
      <IconButton
        label={t`Zoom in`}
        icon={<ZoomIn size={22} strokeWidth={1.75} />}
        disabled={larger === undefined}
        onClick={() => larger && onZoom(larger)}
      />
    </div>
  );
}

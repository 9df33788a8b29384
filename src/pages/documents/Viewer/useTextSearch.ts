import { useEffect, useRef, useState } from 'react';
import type { OpenedPdf } from '../../../documents/open-pdf';
import { matchesOf, type TextMatch } from '../../../documents/page-text';
import { useDebounced } from '../../../components/useDebounced';

export interface FoundMatch {
  page: number;
  match: TextMatch;
}

const WAIT_MS = 250;
/** More matches than this are not gone through. */
const MAX_FOUND = 1_000;

/** Looks for a text on every page in order; matches come as they are found. */
export function useTextSearch(pdf: OpenedPdf, text: string) {
  const wanted = useDebounced(text.trim(), WAIT_MS);
  const [found, setFound] = useState<{ of: string; matches: FoundMatch[]; isOver: boolean }>({
    of: '',
    matches: [],
    isOver: true,
  });
  const texts = useRef(new Map<number, ReturnType<OpenedPdf['textOf']>>());
  useEffect(() => {
    if (wanted === '') return;
    let isLeft = false;
    const look = async () => {
      const matches: FoundMatch[] = [];
      for (let page = 0; page < pdf.sizes.length && matches.length < MAX_FOUND && !isLeft; page += 1) {
        const reading = texts.current.get(page) ?? pdf.textOf(page);
        texts.current.set(page, reading);
        // A page whose text cannot be read has no matches.
        const pieces = await reading.catch(() => []);
        const ofPage = matchesOf(pieces, wanted).map((match) => ({ page, match }));
        matches.push(...ofPage);
        if (!isLeft && ofPage.length > 0) setFound({ of: wanted, matches: [...matches], isOver: false });
      }
      if (!isLeft) setFound({ of: wanted, matches, isOver: true });
    };
    void look();
    return () => {
      isLeft = true;
    };
  }, [pdf, wanted]);
  const isCurrent = found.of === wanted;
  return { wanted, matches: isCurrent && wanted !== '' ? found.matches : [], isOver: isCurrent && found.isOver };
}

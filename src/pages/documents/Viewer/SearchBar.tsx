import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Field } from '../../../components/Field';
import { IconButton } from '../../../components/IconButton';
import { formatCount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import styles from './Viewer.module.css';

export interface SearchBarProps {
  text: string;
  onText: (text: string) => void;
  /** Matches so far, and which of them is shown, from 0. */
  count: number;
  at: number;
  /** The text was looked for on every page. */
  isOver: boolean;
  onStep: (by: 1 | -1) => void;
}

/** Searches the document; Enter and the arrows go from match to match. */
export function SearchBar({ text, onText, count, at, isOver, onStep }: SearchBarProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const [place, all] = [formatCount(at + 1, locale), formatCount(count, locale)];
  return (
    <form
      className={styles['search']}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onStep(1);
      }}
    >
      <Field
        label={t`Search the document`}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <span className={styles['found']} role="status">
        {count > 0 && (
          <Trans>
            {place} of {all}
          </Trans>
        )}
        {count === 0 && isOver && text.trim() !== '' && <Trans>No match</Trans>}
      </span>
      <IconButton
        label={t`Previous match`}
        icon={<ChevronUp size={22} />}
        disabled={count === 0}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label={t`Next match`}
        icon={<ChevronDown size={22} />}
        disabled={count === 0}
        onClick={() => onStep(1)}
      />
    </form>
  );
}

import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Field } from '../components/Field';
import { ListRow } from '../components/ListRow';
import { useLocale } from '../i18n/useLocale';
import { citiesNamed } from './cities';
import { formatCoordinates, parseCoordinates, type Place } from './place';
import styles from './PlaceSearch.module.css';

interface Found {
  place: Place;
  title: string;
  detail: string;
}

/** Finds places by typed coordinates, or among the cities that come with the app. */
function useFound(text: string): Found[] {
  const { t } = useLingui();
  const locale = useLocale();
  const typed = parseCoordinates(text);
  if (typed) return [{ place: typed, title: t`Coordinates`, detail: formatCoordinates(typed) }];
  return citiesNamed(text, locale).map(({ country, ...place }) => ({ place, title: place.name, detail: country }));
}

export function PlaceSearch({ onFound }: { onFound: (place: Place) => void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const found = useFound(text);
  const choose = (place: Place) => {
    setText('');
    onFound(place);
  };
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const [first] = found;
        if (first) choose(first.place);
      }}
    >
      <Field
        label={t`Search a city or coordinates`}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder="31.23, 121.47"
        prefix={<Search className={styles['lens']} size={18} strokeWidth={1.75} aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.target.value)}
        helper={
          text.trim() !== '' && found.length === 0 ? t`Nothing found. Type coordinates, or move the map.` : undefined
        }
      />
      {found.length > 0 && (
        <ul className={styles['found']}>
          {found.map(({ place, title, detail }) => (
            <li key={`${title} ${detail}`}>
              <ListRow title={title} subtitle={detail} onClick={() => choose(place)} />
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { appHistory, useNavigation, useQuery } from '../../../app/navigation';
import { isOpen } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { NavBar } from '../../../components/NavBar';
import { keepChosen } from '../../../places/chosen';
import { formatCoordinates, linkOf, placeOfLink, type Place } from '../../../places/place';
import { PlaceMap } from '../../../places/PlaceMap';
import { PlaceSearch } from '../../../places/PlaceSearch';
import styles from '../places.module.css';

/** Picks a place under the pin and gives it to the screen that asked: by `?to=`, or to the one behind (src/places/chosen.ts). */
export default function ChooseLocation() {
  const { t } = useLingui();
  const { back, replace } = useNavigation();
  const to = useQuery('to');
  const [given] = useState(() => placeOfLink(Object.fromEntries(new URLSearchParams(appHistory.address.search))));
  const [target, setTarget] = useState<Place | null>(given);
  const [middle, setMiddle] = useState<Place | null>(given);
  const choose = (place: Place) => {
    if (to !== undefined && isOpen(to)) return replace(to, linkOf(place));
    keepChosen(place);
    back();
  };
  const find = (place: Place) => {
    setTarget({ ...place });
    setMiddle(place);
  };
  return (
    <>
      <NavBar title={t`Choose a place`} onBack={back} />
      <div className={styles['page']}>
        <PlaceSearch onFound={find} />
        <PlaceMap
          place={target}
          onMove={(moved) => setMiddle((before) => sameOr(before, moved))}
          label={t`Map: move it under the pin`}
        />
        <p className={styles['place']} role="status">
          {middle ? (
            <>
              {middle.name !== null && <strong>{middle.name}</strong>}
              <span className="rab-num">{formatCoordinates(middle)}</span>
            </>
          ) : (
            <Trans>Move the map under the pin, or search.</Trans>
          )}
        </p>
        <Button block disabled={!middle} onClick={() => middle && choose(middle)}>
          <Trans>Use this place</Trans>
        </Button>
      </div>
    </>
  );
}

/** A place that was found keeps its name while the map has not been moved away from it. */
function sameOr(before: Place | null, moved: Place): Place {
  return before && formatCoordinates(before) === formatCoordinates(moved) ? before : moved;
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { copyText } from '../../../components/copy';
import { EmptyState } from '../../../components/EmptyState';
import { NavBar } from '../../../components/NavBar';
import { formatCoordinates, placeOfLink } from '../../../places/place';
import { PlaceMap } from '../../../places/PlaceMap';
import styles from '../places.module.css';

/** Shows the place that the link names: `?lat=&lng=&name=` (docs/screens.md). */
export default function OpenLocation() {
  const { t } = useLingui();
  const { back, open } = useNavigation();
  const [lat, lng, name] = [useQuery('lat'), useQuery('lng'), useQuery('name')];
  const place = useMemo(() => placeOfLink({ lat, lng, name }), [lat, lng, name]);
  if (!place) {
    return (
      <>
        <NavBar title={t`Place`} onBack={back} />
        <EmptyState
          hint={t`This link names no place.`}
          action={{ label: t`Choose a place`, onClick: () => open(paths.chooseLocation) }}
        />
      </>
    );
  }
  const coordinates = formatCoordinates(place);
  return (
    <>
      <NavBar title={t`Place`} onBack={back} />
      <div className={styles['page']}>
        <PlaceMap place={place} label={t`Map of the place`} />
        <p className={styles['place']}>
          {place.name !== null && <strong>{place.name}</strong>}
          <span className="rab-num">{coordinates}</span>
        </p>
        <Button
          variant="soft"
          block
          icon={<Copy size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => void copyText(coordinates)}
        >
          <Trans>Copy coordinates</Trans>
        </Button>
      </div>
    </>
  );
}

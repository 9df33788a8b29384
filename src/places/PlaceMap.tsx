import { useLingui } from '@lingui/react/macro';
import { DivIcon, Map as LeafletMap, Marker, TileLayer } from 'leaflet';
import { LocateFixed, MapPin, Minus, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { mapTiles } from '../../contract/calls/places';
import { useCall } from '../bridge/useCall';
import { IconButton } from '../components/IconButton';
import { DegreeGrid } from './grid-layer';
import { MAX_LAT, type Place } from './place';
import styles from './PlaceMap.module.css';

const MIN_ZOOM = 2;
const MAX_ZOOM = 17;
/** A district. */
const NEAR_ZOOM = 13;
const WORLD: Place = { lat: 20, lng: 10, name: null };

export interface PlaceMapProps {
  /** The map goes there when it changes; null for the whole world. */
  place: Place | null;
  /** Is told the middle when the map was moved: a pin stands there. Without it the pin stands on `place`. */
  onMove?: (middle: Place) => void;
  label: string;
}

/** The pin of `place`. Leaflet takes an element where it would set markup otherwise, which Trusted Types refuse. */
function pinOf({ lat, lng }: Place): Marker {
  const pin = document.createElement('span');
  pin.className = styles['dot'] ?? '';
  return new Marker([lat, lng], {
    icon: new DivIcon({ html: pin, className: '', iconSize: [18, 18] }),
    interactive: false,
  });
}

/** A map of the configured tiles over a plain grid of degrees, which stands alone without tiles and offline. */
export function PlaceMap({ place, onMove, label }: PlaceMapProps) {
  const { t } = useLingui();
  const { data: source } = useCall(mapTiles, {});
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const moved = useRef(onMove);
  useEffect(() => {
    moved.current = onMove;
  });
  const isChoosing = onMove !== undefined;

  useEffect(() => {
    if (!element.current) return;
    const made = new LeafletMap(element.current, {
      attributionControl: false,
      zoomControl: false,
      minZoom: MIN_ZOOM,
      maxZoom: MAX_ZOOM,
      maxBounds: [
        [-MAX_LAT, -180],
        [MAX_LAT, 180],
      ],
    }).setView([WORLD.lat, WORLD.lng], MIN_ZOOM);
    new DegreeGrid().addTo(made);
    made.on('moveend', () => {
      const { lat, lng } = made.getCenter().wrap();
      moved.current?.({ lat, lng, name: null });
    });
    setMap(made);
    return () => {
      made.remove();
    };
  }, []);

  useEffect(() => {
    if (!map || !source?.tiles) return;
    const { path, maxZoom } = source.tiles;
    const tiles = new TileLayer(path, { maxNativeZoom: maxZoom, minZoom: MIN_ZOOM, maxZoom: MAX_ZOOM }).addTo(map);
    return () => {
      tiles.remove();
    };
  }, [map, source]);

  useEffect(() => {
    if (!map || !place) return;
    map.setView([place.lat, place.lng], Math.max(map.getZoom(), NEAR_ZOOM), { animate: false });
    if (isChoosing) return;
    const pin = pinOf(place).addTo(map);
    return () => {
      pin.remove();
    };
  }, [map, place, isChoosing]);

  return (
    <figure className={styles['figure']}>
      <div ref={element} className={styles['map']} role="application" aria-label={label} />
      {isChoosing && (
        <span className={styles['pin']} aria-hidden="true">
          <MapPin size={36} strokeWidth={1.75} />
        </span>
      )}
      <div className={styles['buttons']}>
        <IconButton
          className={styles['button']}
          label={t`Zoom in`}
          icon={<Plus size={22} />}
          onClick={() => map?.zoomIn()}
        />
        <IconButton
          className={styles['button']}
          label={t`Zoom out`}
          icon={<Minus size={22} />}
          onClick={() => map?.zoomOut()}
        />
        {place && (
          <IconButton
            className={styles['button']}
            label={t`Back to the place`}
            icon={<LocateFixed size={22} strokeWidth={1.75} />}
            onClick={() => map?.setView([place.lat, place.lng], Math.max(map.getZoom(), NEAR_ZOOM))}
          />
        )}
      </div>
      {source?.tiles && <figcaption className={styles['source']}>{source.tiles.attribution}</figcaption>}
    </figure>
  );
}

import { ownImage } from '../../../../contract/calls/identity';
import { useCall } from '../../../bridge/useCall';
import { LargePicture, Picture } from './Picture';

/** One of the person's own uploads. */
export function OwnImage({ id, label }: { id: string; label: string }) {
  const { data } = useCall(ownImage, { id, size: 'small' });
  return (
    <Picture label={label} small={data?.webp}>
      <Large id={id} label={label} />
    </Picture>
  );
}

function Large({ id, label }: { id: string; label: string }) {
  return <LargePicture read={useCall(ownImage, { id, size: 'large' })} label={label} />;
}

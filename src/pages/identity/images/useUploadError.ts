import { useLingui } from '@lingui/react/macro';
import type { CallError } from '../../../../contract/errors';
import { useErrorText } from '../../../errors/useErrorText';

/** Returns the reason why an image was not taken, for its own tile. */
export function useUploadError(): (error: CallError) => string {
  const { t } = useLingui();
  const errorText = useErrorText();
  return (error) => {
    if (error.code === 'too-large') return t`Larger than 10 MB`;
    if (error.code === 'image-refused') return t`Not a JPEG, PNG, WebP or HEIC image`;
    return errorText(error, 'write');
  };
}

import { Trans } from '@lingui/react/macro';
import { useTheme } from '../theme/theme';

export function Gallery() {
  return <p><Trans>Not yet open</Trans> {useTheme().scheme}</p>;
}

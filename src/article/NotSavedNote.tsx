import { Trans } from '@lingui/react/macro';

/** Stands for a text or a picture that was not read while there was a connection (docs/rules.md §9, "Content"). */
export function NotSavedNote() {
  return <Trans>Not saved on this device. It opens as soon as there is a connection.</Trans>;
}

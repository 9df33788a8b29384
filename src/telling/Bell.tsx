import { useLingui } from '@lingui/react/macro';
import { Bell as BellIcon } from 'lucide-react';
import { hrefTo, paths } from '../app/paths';
import { IconButton } from '../components/IconButton';
import { useUnreadNotices } from './useUnreadNotices';

/** Leads to the notice centre, and says how much of it is unread. */
export function Bell() {
  const { t } = useLingui();
  return (
    <IconButton
      label={t`Notifications`}
      badge={useUnreadNotices()}
      icon={<BellIcon size={22} strokeWidth={1.75} />}
      href={hrefTo(paths.notices)}
    />
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Settings } from 'lucide-react';
import { Avatar } from '../../../components/Avatar';
import { BelowTitleSlot } from '../../../components/BelowTitle';
import { IconButton } from '../../../components/IconButton';
import { StatusTag } from '../../../components/StatusTag';
import { useAccountName } from '../../../components/useAccountName';
import { hrefTo, paths } from '../../../app/paths';
import { Bell } from '../../../telling/Bell';
import styles from './Header.module.css';

export interface HeaderProps {
  /** Null while not known. */
  nickname: string | null;
  /** A data URI; null for the initial. */
  avatar: string | null;
  /** The account that is switched to; null while not known. */
  account: { kind: 'main' | 'sub'; name: string } | null;
  isDemo: boolean;
}

/** Keeps the line's place. A guess would stand beside another account's figures. */
const NO_NAME = '\u00a0';

/** Shows who the person is and which account is open. Its heading is the page's title. */
export function Header({ nickname, avatar, account, isDemo }: HeaderProps) {
  const { t } = useLingui();
  const nameOf = useAccountName();
  return (
    <>
      <header className={styles['bar']}>
        <Avatar image={avatar} name={nickname ?? ''} size={36} />
        <div className={styles['who']}>
          <h1 className={styles['title']} tabIndex={-1} data-page-title>
            <span className="rab-sr">
              <Trans>Home</Trans>{' '}
            </span>
            {account ? nameOf(account) : NO_NAME}
          </h1>
          {isDemo && (
            <StatusTag kind="neutral">
              <Trans>Demo data</Trans>
            </StatusTag>
          )}
        </div>
        <div className={styles['actions']}>
          <Bell />
          <IconButton
            label={t`Settings`}
            icon={<Settings size={22} strokeWidth={1.75} />}
            href={hrefTo(paths.settings)}
          />
        </div>
      </header>
      <BelowTitleSlot />
    </>
  );
}

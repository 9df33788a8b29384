import { Trans } from '@lingui/react/macro';
import { hrefTo, paths } from '../../../app/paths';
import { useSession } from '../../../bridge/session';
import { Button } from '../../../components/Button';
import { Rosette } from '../../../components/Rosette';
import styles from './NoSuchPage.module.css';

/** For paths that are not ours, or have no screen yet: never a blank page, and a way home. */
export default function NoSuchPage() {
  const isInside = useSession()?.state === 'open';
  return (
    <div className={styles['page']}>
      <Rosette variant="empty" />
      <h1 className={styles['title']} tabIndex={-1} data-page-title>
        <Trans>No such page</Trans>
      </h1>
      <p className={styles['text']}>
        <Trans>The address may be mistyped, or the page is not open yet.</Trans>
      </p>
      <Button variant="soft" href={hrefTo(isInside ? paths.home : paths.login)}>
        {isInside ? <Trans>Go to Home</Trans> : <Trans>Go to log in</Trans>}
      </Button>
    </div>
  );
}

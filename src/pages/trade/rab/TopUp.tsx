import { Trans } from '@lingui/react/macro';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { afterSheetClosed } from '../../../components/useSheetHistory';
import styles from '../parts/sheets.module.css';

interface TopUpProps {
  isBuying: boolean;
  /** Closes the sheet that it stands in, and keeps what was typed. */
  onLeave?: () => void;
}

/** The ways to what an account lacks. */
export function TopUp({ isBuying, onLeave }: TopUpProps) {
  const { open } = useNavigation();
  const go = (path: string) => {
    onLeave?.();
    afterSheetClosed(() => open(path));
  };
  return (
    <div className={styles['ways']}>
      {isBuying && (
        <Button variant="soft" size="small" onClick={() => go(paths.deposit)}>
          <Trans>Deposit USDT</Trans>
        </Button>
      )}
      <Button variant="soft" size="small" onClick={() => go(paths.exchange)}>
        <Trans>Exchange</Trans>
      </Button>
    </div>
  );
}

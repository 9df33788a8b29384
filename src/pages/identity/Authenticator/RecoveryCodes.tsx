import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useNavigation } from '../../../app/navigation';
import { takeReturn } from '../../../app/return-to';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { copyText } from '../../../components/copy';
import { StepFrame } from '../../account/parts/StepFrame';
import styles from './Authenticator.module.css';

/** The ten codes, once. One goes on from here only after saying that they are kept. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui();
  const { back } = useNavigation();
  const [isKept, setKept] = useState(false);
  useLeaveGuard(useCallback(() => !isKept, [isKept]));
  const done = () => {
    // The page that sent one here lies right below.
    takeReturn('authenticator');
    back();
  };
  return (
    <StepFrame
      title={t`Recovery codes`}
      lead={
        <Trans>
          Each of them takes the place of the authenticator once, should you lose your phone. They are not shown again:
          write them down or keep them in a safe place.
        </Trans>
      }
    >
      <Card>
        <ol className={styles['codes']} aria-label={t`Recovery codes`}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </Card>
      <Button
        variant="soft"
        block
        icon={<Copy size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => void copyText(codes.join('\n'))}
      >
        <Trans>Copy all</Trans>
      </Button>
      <label className={styles['kept']}>
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} />
        <Trans>I have kept them</Trans>
      </label>
      <Button block disabled={!isKept} onClick={done}>
        <Trans>Done</Trans>
      </Button>
    </StepFrame>
  );
}

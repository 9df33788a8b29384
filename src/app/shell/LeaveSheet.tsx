import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../components/Button';
import { Sheet } from '../../components/Sheet';
import { afterSheetClosed } from '../../components/useSheetHistory';
import { leaveQuestion, type LeaveQuestion } from '../leave-guard';
import styles from './LeaveSheet.module.css';

/** Asks before typed input is lost. */
export default function LeaveSheet({ question }: { question: LeaveQuestion }) {
  const { t } = useLingui();
  const close = () => leaveQuestion.set(null);
  const leave = () => {
    close();
    afterSheetClosed(question.leave);
  };
  return (
    <Sheet open onClose={close} title={t`Leave this form?`}>
      <p className={styles['text']}>
        <Trans>What you typed here is not kept.</Trans>
      </p>
      <div className={styles['actions']}>
        <Button block onClick={close}>
          <Trans>Keep editing</Trans>
        </Button>
        <Button variant="plain" block onClick={leave}>
          <Trans>Leave</Trans>
        </Button>
      </div>
    </Sheet>
  );
}

import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { acknowledgeNotice, mandatoryNotices } from '../../../contract/calls/mandatory-notices';
import { LANGUAGE_TAGS } from '../../../contract/ids';
import { ArticleView, OtherLanguageNote } from '../../article/ArticleView';
import type { Output } from '../../bridge/types';
import { useCall } from '../../bridge/useCall';
import { useWriteCall } from '../../bridge/useWriteCall';
import { Button } from '../../components/Button';
import { ModalDialog } from '../../components/ModalDialog';
import { isSheetOpen } from '../../components/useSheetHistory';
import styles from './MandatoryNotices.module.css';

const nothing = () => {};

type Notice = Output<typeof mandatoryNotices>['notices'][number];

/**
 * Shows what everybody has to acknowledge, one notice after the other. It begins on a tab where nothing else is open, so that it never lies
 * over what somebody confirms or fills in, and it stays until it is acknowledged. Only what the gateway has just said is shown: without a
 * connection nobody could acknowledge.
 */
export default function MandatoryNotices({ isTab }: { isTab: boolean }) {
  const { data, source } = useCall(mandatoryNotices, {});
  const { run, isRunning } = useWriteCall(acknowledgeNotice);
  const [done, setDone] = useState<readonly string[]>([]);
  const [begun, setBegun] = useState<string>();
  const isFree = useNothingOpen(isTab);
  const next = source === 'network' ? data?.notices.find(({ id }) => !done.includes(id)) : undefined;
  const shown = next && (next.id === begun || isFree) ? next : undefined;
  const shownId = shown?.id;
  useEffect(() => setBegun(shownId), [shownId]);
  if (!shown) return null;
  const acknowledge = async () => {
    const { id } = shown;
    const result = await run({ id }, { handles: ['not-found'] });
    // Withdrawn meanwhile: there is nothing to acknowledge any more.
    if (result.ok || result.error.code === 'not-found') setDone((before) => [...before, id]);
  };
  return <NoticeDialog key={shown.id} notice={shown} isRunning={isRunning} onAcknowledge={() => void acknowledge()} />;
}

interface NoticeDialogProps {
  notice: Notice;
  isRunning: boolean;
  onAcknowledge: () => void;
}

function NoticeDialog({ notice, isRunning, onAcknowledge }: NoticeDialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, lang, article } = notice;
  return (
    <ModalDialog
      className={styles['cover'] ?? ''}
      aria-labelledby="mandatory-notice"
      heading={heading}
      open
      isRequired
      onClose={nothing}
    >
      <div className={styles['card']}>
        <h2 id="mandatory-notice" ref={heading} className={styles['title']} tabIndex={-1} lang={LANGUAGE_TAGS[lang]}>
          {title}
        </h2>
        <div className={styles['text']}>
          <OtherLanguageNote lang={lang} />
          <ArticleView article={article} lang={lang} />
        </div>
        <Button block loading={isRunning} onClick={onAcknowledge}>
          <Trans>I have read this</Trans>
        </Button>
      </div>
    </ModalDialog>
  );
}

/** True on a tab that no sheet or dialog lies over. */
function useNothingOpen(isTab: boolean): boolean {
  const [isFree, setFree] = useState(false);
  useEffect(() => {
    const look = () => setFree(isTab && !isSheetOpen() && document.querySelector('dialog[open]') === null);
    look();
    if (!isTab) return;
    // A sheet that opens or closes changes the history; a dialog without an entry there changes the body.
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true });
    addEventListener('popstate', look);
    return () => {
      observer.disconnect();
      removeEventListener('popstate', look);
    };
  }, [isTab]);
  return isFree;
}

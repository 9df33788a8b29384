import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight, MessageSquareText, MessagesSquare } from 'lucide-react';
import { documents } from '../../../../contract/calls/documents';
import { commonQuestions, communityLinks } from '../../../../contract/calls/help';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, isOpen, paths } from '../../../app/paths';
import { useOpenTarget } from '../../../app/useOpenTarget';
import { readAhead } from '../../../bridge/useCall';
import { Card } from '../../../components/Card';
import { ListRow } from '../../../components/ListRow';
import { NavBar } from '../../../components/NavBar';
import { Documents } from './Documents';
import { Links } from './Links';
import { Questions } from './Questions';
import styles from './Service.module.css';

/** Reads ahead the data that the screen opens with. */
export function ahead(): Promise<unknown> {
  return Promise.all([readAhead(commonQuestions, {}), readAhead(communityLinks, {}), readAhead(documents, {})]);
}

/** Customer service: common questions, links to the community, the way to the chat (docs/screens.md). */
export default function Service() {
  const { t } = useLingui();
  const { back } = useNavigation();
  return (
    <>
      <NavBar title={t`Customer service`} onBack={back} />
      <div className={styles['page']}>
        <ChatEntry />
        <FeedbackEntry />
        <Questions />
        <Documents />
        <Links />
      </div>
    </>
  );
}

/** For what is no question: it can wait for an answer. */
function FeedbackEntry() {
  const { t } = useLingui();
  if (!isOpen(paths.feedback)) return null;
  return (
    <Card padded={false}>
      <ListRow
        leading={<MessageSquareText size={22} strokeWidth={1.75} aria-hidden="true" />}
        title={t`Feedback`}
        href={hrefTo(paths.feedback)}
      />
    </Card>
  );
}

function ChatEntry() {
  const openTarget = useOpenTarget();
  return (
    <Card padded={false}>
      <button type="button" className={styles['chat']} onClick={() => openTarget(paths.chatRoom)}>
        <span className={styles['disc']}>
          <MessagesSquare size={22} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <span className={styles['words']}>
          <span className={styles['strong']}>
            <Trans>Start a chat</Trans>
          </span>
          <span className={styles['note']}>
            <Trans>Nobody of ours ever asks for a password or a code.</Trans>
          </span>
        </span>
        <ChevronRight className={styles['chevron']} size={16} aria-hidden="true" />
      </button>
    </Card>
  );
}

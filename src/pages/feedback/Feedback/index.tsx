import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { feedbackItems, type FeedbackRecord, type FeedbackStatus } from '../../../../contract/calls/feedback';
import { hrefTo, paths } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { StatusTag } from '../../../components/StatusTag';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { defineRecords, type RecordRowProps } from '../../records/define-records';
import { byChoice, type Choice, type FilterProps } from '../../records/filters';
import { RecordRow } from '../../records/MonthlyRecords';
import { ofCall } from '../../records/of-call';
import { timeColumn } from '../../records/RecordExport/file';
import { rowSheet } from '../../records/row-sheet';
import { STATUS_KINDS, STATUS_NAMES } from '../feedback';
import styles from './Feedback.module.css';
import { FeedbackSheet } from './FeedbackSheet';

const byStatus = byChoice<FeedbackStatus>({ name: 'status', label: msg`Status`, options: STATUS_NAMES });

/** Everything that the person has written to the platform, with the replies; `?id=` opens one (docs/screens.md). */
const { Screen, ahead } = defineRecords({
  title: msg`Feedback`,
  path: paths.feedback,
  filters: { ...byStatus, Above },
  read: ofCall(feedbackItems, {
    narrow: (status: Choice<FeedbackStatus>) => (status === 'all' ? {} : { status }),
  }),
  Row,
  timeOf: ({ createdAt }) => createdAt,
  useSheet: rowSheet(FeedbackSheet),
  file: {
    name: 'feedback',
    columns: [
      timeColumn('createdAt'),
      { title: msg`Title`, field: 'title', as: 'text', share: 22 },
      { title: msg`Content`, field: 'content', as: 'text', share: 38 },
      { title: msg`Order number`, field: 'orderNumber', as: 'text', share: 12 },
      { title: msg`Status`, field: 'status', as: 'text', share: 11, names: STATUS_NAMES },
    ],
  },
  empty: {
    hint: msg`What you write to us appears here, with our reply.`,
    narrowed: { hint: msg`There is no feedback in this state.`, label: msg`Clear filters` },
  },
});
export { ahead };
export default Screen;

/** The way to write one stands above the list, where it is at hand however long the list is. */
function Above(props: FilterProps<Choice<FeedbackStatus>>) {
  const Chips = byStatus.Above;
  return (
    <>
      {Chips && <Chips {...props} />}
      <div className={styles['write']}>
        <Button variant="soft" block href={hrefTo(paths.writeFeedback)}>
          <Trans>Write feedback</Trans>
        </Button>
      </div>
    </>
  );
}

function Row({ row: { title, status, createdAt, replies, content }, onOpen, row }: RecordRowProps<FeedbackRecord>) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <RecordRow
      title={<span className={styles['line']}>{title}</span>}
      figure={<StatusTag kind={STATUS_KINDS[status]}>{t(STATUS_NAMES[status])}</StatusTag>}
      below={<span className={styles['line']}>{replies.at(-1)?.text ?? content}</span>}
      aside={formatDateTime(createdAt, { locale })}
      onOpen={() => onOpen(row)}
    />
  );
}

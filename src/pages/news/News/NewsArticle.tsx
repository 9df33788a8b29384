import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { newsItem } from '../../../../contract/calls/articles';
import { LANGUAGE_TAGS } from '../../../../contract/ids';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { ArticleView, OtherLanguageNote } from '../../../article/ArticleView';
import { NotSavedNote } from '../../../article/NotSavedNote';
import { useMarks } from '../../../article/useReadMarks';
import type { Output } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { EmptyState } from '../../../components/EmptyState';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import styles from './News.module.css';

/** One news or bulletin in full; shown, it is read. */
export function NewsArticle({ id }: { id: string }) {
  const { t } = useLingui();
  const { back, replace } = useNavigation();
  const { mark } = useMarks();
  const read = useCall(newsItem, { id });
  const { data, error } = read;
  const isShown = data !== undefined;
  useEffect(() => {
    if (isShown) mark(id);
  }, [isShown, id, mark]);
  const isGone = error?.code === 'not-found';
  const isMissing = !isShown && error?.code === 'offline';
  return (
    <>
      <NavBar title={data?.kind === 'bulletin' ? t`Bulletin` : t`News`} onBack={back} />
      <div className={styles['page']}>
        {isGone ? (
          <EmptyState
            hint={t`This text is not there any more.`}
            action={{ label: t`All news`, onClick: () => replace(paths.news) }}
          />
        ) : isMissing ? (
          // No failure: it comes by itself as soon as there is a connection.
          <RiskLine tone="info">
            <NotSavedNote />
          </RiskLine>
        ) : (
          <>
            <ReadStamp read={read} />
            <ReadArea read={read} hasData={isShown} skeleton="card">
              {data && <Text item={data} />}
            </ReadArea>
          </>
        )}
      </div>
    </>
  );
}

function Text({ item }: { item: Output<typeof newsItem> }) {
  const locale = useLocale();
  const { kind, title, summary, publishedAt, lang, article } = item;
  const isBulletin = kind === 'bulletin';
  return (
    <article className={styles['text']}>
      <h2 className={styles['headline']} lang={LANGUAGE_TAGS[lang]}>
        {title}
      </h2>
      <p className={styles['meta']}>
        {isBulletin ? <Trans>Bulletin</Trans> : <Trans>News</Trans>} · {formatDateTime(publishedAt, { locale })}
      </p>
      <OtherLanguageNote lang={lang} />
      <p className={styles['lead']} lang={LANGUAGE_TAGS[lang]}>
        {summary}
      </p>
      {article.length > 0 && <ArticleView article={article} lang={lang} />}
    </article>
  );
}

import { useQuery } from '../../../app/navigation';
import { useInnerPage } from '../../../app/useInnerPage';
import { ReadMarksContext, useReadMarks } from '../../../article/useReadMarks';
import { NewsArticle } from './NewsArticle';
import { NewsList } from './NewsList';

export { ahead } from './NewsList';

/** News and bulletins; `?id=` shows one of them (docs/screens.md). */
export default function News() {
  const id = useQuery('id');
  const marks = useReadMarks();
  useInnerPage(id ?? '');
  return (
    <ReadMarksContext value={marks}>
      {id === undefined ? <NewsList /> : <NewsArticle key={id} id={id} />}
    </ReadMarksContext>
  );
}

import { contentImage } from '../../contract/calls/articles';
import type { Block } from '../../contract/article';
import { useCall } from '../bridge/useCall';
import { DataImage } from '../components/DataImage';
import styles from './Article.module.css';
import { NotSavedNote } from './NotSavedNote';

/** A picture of an article, through the worker as everything; its room is there before it comes. */
export function ArticleImage({ id, alt, width, height }: Extract<Block, { kind: 'image' }>) {
  const { data, error, isLoading } = useCall(contentImage, { id });
  return (
    <figure className={styles['picture']} style={{ aspectRatio: `${width} / ${height}`, maxWidth: `${width}px` }}>
      {data ? (
        <DataImage data={`data:image/webp;base64,${data.webp}`} alt={alt} />
      ) : (
        error &&
        !isLoading && (
          <figcaption className={styles['missing']}>
            {alt}
            {error.code === 'offline' && (
              <span className={styles['reason']}>
                <NotSavedNote />
              </span>
            )}
          </figcaption>
        )
      )}
    </figure>
  );
}

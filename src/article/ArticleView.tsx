import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import type { Article, Block, Mark, Span } from '../../contract/article';
import { LANGUAGE_TAGS, type LangCode } from '../../contract/ids';
import { useOpenTarget } from '../app/useOpenTarget';
import { useLocale } from '../i18n/useLocale';
import styles from './Article.module.css';
import { ArticleImage } from './ArticleImage';
import { hostOf } from './host';
import { isPure } from './purity';

export interface ArticleViewProps {
  article: Article;
  /** The language that it is written in. */
  lang: LangCode;
}

/** An article of the operator: elements made of its tree, never markup (docs/architecture.md, "Articles"). */
export function ArticleView({ article, lang }: ArticleViewProps) {
  const element = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<Article>();
  const isRefused = refused === article;
  // Before the first paint.
  useLayoutEffect(() => {
    if (element.current && !isPure(element.current)) setRefused(article);
  }, [article]);
  if (isRefused) {
    return (
      <p className={styles['note']}>
        <Trans>This text cannot be shown.</Trans>
      </p>
    );
  }
  return (
    <div ref={element} className={styles['article']} lang={LANGUAGE_TAGS[lang]}>
      {article.map((block, index) => block && <Fragment key={index}>{blockView(block)}</Fragment>)}
    </div>
  );
}

/** Says that a text is not in the person's language; nothing where it is. */
export function OtherLanguageNote({ lang }: { lang: LangCode }) {
  const locale = useLocale();
  if (LANGUAGE_TAGS[lang] === locale) return null;
  return (
    <p className={styles['note']}>
      <Trans>Not available in your language yet.</Trans>
    </p>
  );
}

const HEADINGS = { 2: 'h3', 3: 'h4', 4: 'h5' } as const;

function blockView(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = HEADINGS[block.level];
      return (
        <Heading>
          <Spans spans={block.spans} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          {block.paragraphs.map((spans, index) => (
            <p key={index}>
              <Spans spans={spans} />
            </p>
          ))}
        </blockquote>
      );
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'list':
      return <List {...block} />;
    case 'table':
      return <Table {...block} />;
    case 'image':
      return <ArticleImage {...block} />;
    case 'rule':
      return <hr />;
  }
}

type Entry = Extract<Block, { kind: 'list' }>['entries'][number];

/** Puts each deeper entry under the entry before it that is not. */
function grouped(entries: readonly Entry[]): { entry: Entry; below: Entry[] }[] {
  const groups: { entry: Entry; below: Entry[] }[] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (entry.depth === 0 || !group) groups.push({ entry: { ...entry, depth: 0 }, below: [] });
    else group.below.push({ ...entry, depth: entry.depth - 1 });
  }
  return groups;
}

function List({ start, entries }: { start: number | null; entries: readonly Entry[] }) {
  const items = grouped(entries).map(({ entry, below }, index) => (
    <li key={index}>
      <Spans spans={entry.spans} />
      {below.length > 0 && <List start={null} entries={below} />}
    </li>
  ));
  return start === null ? <ul>{items}</ul> : <ol start={start}>{items}</ol>;
}

function Table({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((spans, index) => (
            <th key={index} scope="col">
              <Spans spans={spans} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((spans, at) => (
              <td key={at}>
                <Spans spans={spans} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MARK_TAGS = { strong: 'strong', emphasis: 'em', deleted: 'del', code: 'code' } as const satisfies Record<
  Mark,
  string
>;

function Spans({ spans }: { spans: readonly Span[] }) {
  return spans.map(({ text, marks, link }, index) => {
    const marked = marks.reduceRight<ReactNode>((inner, mark) => {
      const Tag = MARK_TAGS[mark];
      return <Tag>{inner}</Tag>;
    }, text);
    if (link === null) return <Fragment key={index}>{marked}</Fragment>;
    if (link.startsWith('/')) {
      return (
        <ScreenLink key={index} path={link}>
          {marked}
        </ScreenLink>
      );
    }
    return (
      <OutsideLink key={index} address={link}>
        {marked}
      </OutsideLink>
    );
  });
}

/** A screen of the app; one that is not there yet says so. */
function ScreenLink({ path, children }: { path: string; children: ReactNode }) {
  const openTarget = useOpenTarget();
  const open = (event: MouseEvent) => {
    event.preventDefault();
    openTarget(path);
  };
  return (
    <a href={`#${path}`} onClick={open}>
      {children}
    </a>
  );
}

/** Another site, in a window of its own that gets no hold of this one; its name stands beside the words, so that they cannot pose as another. */
function OutsideLink({ address, children }: { address: string; children: ReactNode }) {
  const { t } = useLingui();
  const host = hostOf(address);
  if (host === null) return children;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children}
      <span className={styles['host']}>
        {' '}
        ({host}
        <span aria-hidden="true"> ↗</span>)
      </span>
      <span className="rab-sr">{t`opens outside the app`}</span>
    </a>
  );
}

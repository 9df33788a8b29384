/** An article's words, for a search. */
import type { Article, Block, Span } from '../../contract/article';

const wordsOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

function wordsOfBlock(block: Block): string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [wordsOf(block.spans)];
    case 'quote':
      return block.paragraphs.map(wordsOf);
    case 'code':
      return [block.text];
    case 'list':
      return block.entries.map(({ spans }) => wordsOf(spans));
    case 'table':
      return [block.head, ...block.rows].flatMap((row) => row.map(wordsOf));
    case 'image':
      return [block.alt];
    case 'rule':
      return [];
  }
}

export function plainWords(article: Article): string {
  return article.flatMap((block) => (block === null ? [] : wordsOfBlock(block))).join('\n');
}

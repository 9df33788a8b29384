/** The shape of one language's sample contents. */
import type { ContentText } from '../../db/schema/content';

export type SampleKey =
  | 'notice-demo'
  | 'notice-undo'
  | 'banner-custody'
  | 'banner-assets'
  | 'banner-trade'
  | 'bulletin-capacity'
  | 'news-redeem'
  | 'news-reference';

/** A notice has no title; a banner that leads somewhere has an action. */
export type SampleTexts = Record<SampleKey, ContentText>;

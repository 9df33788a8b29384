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
  | 'news-reference'
  | 'question-deposit'
  | 'question-withdrawal'
  | 'question-redeem'
  | 'question-password'
  | 'question-payment'
  | 'link-community';

/** A notice has no title; a banner that leads somewhere has an action; a question's answer is its body. */
export type SampleTexts = Record<SampleKey, ContentText>;

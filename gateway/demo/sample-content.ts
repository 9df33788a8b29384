/** Sample notices, news, banners, questions and links of the demo data, each labelled as a sample, in every language. */
import { LANG_CODES } from '../../contract/ids';
import type { PublishInput } from '../domain/content/publish';
import { SAMPLE_TEXTS } from './sample-texts';
import type { SampleKey } from './sample-texts/texts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Sample {
  /** It was published this long before the seeding. */
  ageMs: number;
  content: PublishInput & { sampleKey: string };
}

function sample(
  ageMs: number,
  kind: PublishInput['kind'],
  sampleKey: SampleKey,
  more: Pick<PublishInput, 'target' | 'topic'> = {},
): Sample {
  const texts = Object.fromEntries(LANG_CODES.map((lang) => [lang, SAMPLE_TEXTS[lang][sampleKey]]));
  return { ageMs, content: { kind, sampleKey, texts, ...more } };
}

export const SAMPLES: readonly Sample[] = [
  sample(2 * HOUR_MS, 'notice', 'notice-demo'),
  sample(DAY_MS, 'notice', 'notice-undo'),
  sample(3 * HOUR_MS, 'banner', 'banner-custody', { target: '/pages/index/index2' }),
  sample(4 * HOUR_MS, 'banner', 'banner-assets', { target: '/pages/my/my' }),
  sample(5 * HOUR_MS, 'banner', 'banner-trade'),
  sample(6 * HOUR_MS, 'bulletin', 'bulletin-capacity'),
  sample(2 * DAY_MS, 'news', 'news-redeem'),
  sample(5 * DAY_MS, 'news', 'news-reference'),
  sample(9 * DAY_MS, 'question', 'question-deposit', { topic: 'deposits' }),
  sample(9 * DAY_MS, 'question', 'question-withdrawal', { topic: 'withdrawals' }),
  sample(9 * DAY_MS, 'question', 'question-redeem', { topic: 'custody' }),
  sample(9 * DAY_MS, 'question', 'question-password', { topic: 'security' }),
  sample(9 * DAY_MS, 'question', 'question-payment', { topic: 'trade' }),
  sample(9 * DAY_MS, 'link', 'link-community', { target: 'https://example.com/' }),
];

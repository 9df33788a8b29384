/** The texts of notices by the language's code. */
import type { LangCode } from '../../../../contract/ids';
import { CN } from './cn';
import { DE } from './de';
import { EN } from './en';
import { FR } from './fr';
import { JP } from './jp';
import { KO } from './ko';
import { TH } from './th';
import { TW } from './tw';
import { VI } from './vi';
import type { NoticeTexts } from './text';

export const NOTICE_TEXTS: Record<LangCode, NoticeTexts> = { CN, TW, EN, DE, FR, KO, JP, TH, VI };

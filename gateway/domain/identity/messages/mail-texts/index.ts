/** Every language's messages by the code that travels to the gateway. */
import type { LangCode } from '../../../../../contract/ids';
import { cn } from './cn';
import { de } from './de';
import { en } from './en';
import { fr } from './fr';
import { jp } from './jp';
import { ko } from './ko';
import { th } from './th';
import { tw } from './tw';
import { vi } from './vi';
import type { MessageTexts } from './text';

export const MESSAGE_TEXTS: Record<LangCode, MessageTexts> = {
  CN: cn,
  TW: tw,
  EN: en,
  DE: de,
  FR: fr,
  KO: ko,
  JP: jp,
  TH: th,
  VI: vi,
};

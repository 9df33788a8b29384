/**
 * Names that sound like the operator (docs/rules.md §9). They are compared by their look: in another script, with digits for letters, with marks,
 * spaces or signs between the letters they are the same.
 */
import { Refusal } from '../../call-context';
import { lookOf, skeletonOf } from './lookalikes';

/** Long enough to be refused wherever they stand in a name. */
const ANYWHERE = [
  // Latin script
  ...[
    'support',
    'official',
    'moderator',
    'administrator',
    'customer service',
    'customer care',
    'helpdesk',
    'help desk',
  ],
  ...['kundendienst', 'kundenservice', 'offiziell', 'mitarbeiter', 'officiel', 'service client'],
  ...[
    'chính thức',
    'chăm sóc khách hàng',
    'quản trị viên',
    'nhân viên hỗ trợ',
    'soporte',
    'oficial',
    'поддержка',
    'админ',
  ],
  // Chinese
  ...[
    '客服',
    '官方',
    '管理员',
    '管理員',
    '平台',
    '平臺',
    '运营',
    '運營',
    '系统',
    '系統',
    '工作人员',
    '工作人員',
    '安全中心',
  ],
  ...['服务中心', '服務中心', '技术支持', '技術支援', '风控', '風控'],
  // Japanese
  ...['サポート', '公式', '運営', '管理者', '管理人', 'カスタマー', 'スタッフ', '事務局', 'ヘルプデスク', 'システム'],
  // Korean
  ...['고객센터', '고객지원', '고객상담', '상담원', '공식', '관리자', '운영자', '운영팀', '운영진', '시스템', '보안팀'],
  // Thai
  ...['ฝ่ายบริการ', 'ฝ่ายสนับสนุน', 'ศูนย์บริการ', 'ทางการ', 'แอดมิน', 'เจ้าหน้าที่', 'ผู้ดูแลระบบ', 'ซัพพอร์ต', 'ลูกค้าสัมพันธ์'],
];

/** Parts of ordinary words (Arabella, badminton, Falstaff): refused as words of their own, or put together. */
const WORDS = [
  ...['rab', 'admin', 'admins', 'mod', 'mods', 'staff', 'service', 'services', 'system', 'security', 'operator'],
  ...['sysadmin', 'root', 'assistance', 'sicherheit', 'betreiber', 'securite', 'hỗ trợ', 'hệ thống'],
];

/** Words that people put beside reserved ones, and that reserve nothing by themselves. */
const FILLERS = [
  ...['team', 'help', 'desk', 'center', 'centre', 'care', 'customer', 'client', 'online', 'live', 'chat', 'agent'],
  ...['account', 'wallet', 'exchange', 'finance', 'pay', 'the', 'your', 'real', 'vip', 'global', 'app', 'info'],
];

/** "suppport" looks like "support". */
const withoutRepeats = (text: string) => text.replace(/(.)\1+/gu, '$1');
const squeezed = (skeleton: string) => withoutRepeats(skeleton.replace(/[^\p{L}\p{N}]+/gu, ''));

const reservedAnywhere = ANYWHERE.map((word) => squeezed(skeletonOf(lookOf(word))));
const wordOf = (word: string) => skeletonOf(lookOf(word)).replace(/[^\p{L}\p{N}]+/gu, '');
const reservedWords = new Set(WORDS.map(wordOf));
const fillers = new Set(FILLERS.map(wordOf));
const LONGEST = Math.max(...[...reservedWords, ...fillers].map((word) => word.length));

/** True if a text is nothing but reserved words and fillers, with a reserved one among them. */
function isMadeOfReserved(text: string): boolean {
  // For each length: can so much of the text be put together, without and with a reserved word?
  const reach = [{ plain: true, reserved: false }];
  for (let end = 1; end <= text.length; end += 1) {
    const now = { plain: false, reserved: false };
    for (let start = Math.max(0, end - LONGEST); start < end; start += 1) {
      const before = reach[start];
      const word = text.slice(start, end);
      if (before && reservedWords.has(word)) now.reserved ||= before.plain || before.reserved;
      if (before && fillers.has(word)) {
        now.plain ||= before.plain;
        now.reserved ||= before.reserved;
      }
    }
    reach.push(now);
  }
  return reach.at(-1)?.reserved === true;
}

/** The words of a name: parted by spaces, signs and other scripts, and where capitals begin. */
function wordsOf(look: string): string[] {
  const parted = look.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu}{2})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return skeletonOf(parted).match(/[a-z]+/g) ?? [];
}

/** True if neighbouring words, read as one, are made of reserved ones: `R.A.B`, `S u p p o r t`. */
function hasReservedRun(words: readonly string[]): boolean {
  return words.some((_first, start) =>
    words.slice(start).some((_last, more) => isMadeOfReserved(words.slice(start, start + more + 1).join(''))),
  );
}

/** True if a name sounds like the operator. The contract bounds its length. */
export function isReservedName(name: string): boolean {
  const look = lookOf(name);
  const whole = squeezed(skeletonOf(look));
  if (reservedAnywhere.some((word) => whole.includes(word))) return true;
  // Digits stand for letters (R4B), or for nothing (RAB24).
  return hasReservedRun(wordsOf(look)) || hasReservedRun(wordsOf(lookOf(name.replace(/\p{N}+/gu, ' '))));
}

/** @throws Refusal invalid-input at the field */
export function refuseReserved(field: string, name: string): void {
  if (isReservedName(name)) throw new Refusal('invalid-input', { fields: { [field]: 'reserved-name' } });
}

/** Proposed nicknames: a pleasant pair of words in the caller's language. They need not be unique. */
import { randomInt } from 'node:crypto';
import type { LangCode } from '../../../../contract/ids';

interface WordPairs {
  first: readonly string[];
  second: readonly string[];
  joint: '' | ' ';
}

/** Every pair fits the contract's 24 characters (a test keeps it so). */
export const NICKNAME_WORDS: Record<LangCode, WordPairs> = {
  CN: {
    first: ['晨光', '清风', '远山', '暖阳', '星河', '微雨', '青空', '流云', '晴川', '月色', '初雪', '海风'],
    second: ['旅人', '白鹭', '小鹿', '渔舟', '灯塔', '松鼠', '海豚', '书签', '风筝', '竹影', '麦田', '茶香'],
    joint: '',
  },
  TW: {
    first: ['晨光', '清風', '遠山', '暖陽', '星河', '微雨', '青空', '流雲', '晴川', '月色', '初雪', '海風'],
    second: ['旅人', '白鷺', '小鹿', '漁舟', '燈塔', '松鼠', '海豚', '書籤', '風箏', '竹影', '麥田', '茶香'],
    joint: '',
  },
  EN: {
    first: [
      'Amber',
      'Bright',
      'Calm',
      'Clear',
      'Gentle',
      'Golden',
      'Kind',
      'Lively',
      'Quiet',
      'Silver',
      'Sunny',
      'Swift',
    ],
    second: [
      'Falcon',
      'Harbour',
      'Maple',
      'Meadow',
      'Otter',
      'Pine',
      'River',
      'Robin',
      'Sparrow',
      'Star',
      'Summit',
      'Willow',
    ],
    joint: ' ',
  },
  DE: {
    first: [
      'Heller',
      'Ruhiger',
      'Sanfter',
      'Goldener',
      'Flinker',
      'Stiller',
      'Kluger',
      'Froher',
      'Klarer',
      'Sonniger',
      'Wacher',
      'Freier',
    ],
    second: [
      'Ahorn',
      'Adler',
      'Bach',
      'Berg',
      'Fuchs',
      'Garten',
      'Hafen',
      'Hirsch',
      'Komet',
      'Morgen',
      'Otter',
      'Stern',
    ],
    joint: ' ',
  },
  FR: {
    first: [
      'Renard',
      'Jardin',
      'Matin',
      'Phare',
      'Faucon',
      'Sentier',
      'Ruisseau',
      'Sommet',
      'Voilier',
      'Nuage',
      'Tilleul',
      'Cygne',
    ],
    second: [
      'calme',
      'clair',
      'doux',
      'vif',
      'serein',
      'libre',
      'joyeux',
      'paisible',
      'tranquille',
      'lumineux',
      'agile',
      'sage',
    ],
    joint: ' ',
  },
  KO: {
    first: [
      '맑은',
      '푸른',
      '따뜻한',
      '고요한',
      '빛나는',
      '다정한',
      '산뜻한',
      '씩씩한',
      '포근한',
      '싱그러운',
      '환한',
      '즐거운',
    ],
    second: ['강물', '고래', '구름', '나무', '노을', '다람쥐', '등대', '바다', '별빛', '사슴', '숲길', '제비'],
    joint: ' ',
  },
  JP: {
    first: [
      '青い',
      '明るい',
      '穏やかな',
      '静かな',
      'やさしい',
      '輝く',
      '涼しい',
      '暖かい',
      '元気な',
      '澄んだ',
      '楽しい',
      '自由な',
    ],
    second: ['海', '風', '川', '空', '月', '森', '星', '灯台', '小鳥', '桜', '鹿', '雲'],
    joint: '',
  },
  TH: {
    first: [
      'สายลม',
      'แสงดาว',
      'ดวงจันทร์',
      'สายรุ้ง',
      'ทะเล',
      'ภูเขา',
      'ใบไม้',
      'หิ่งห้อย',
      'นกน้อย',
      'ดอกไม้',
      'ลำธาร',
      'ก้อนเมฆ',
    ],
    second: ['สดใส', 'ใจดี', 'อบอุ่น', 'ร่าเริง', 'สงบ', 'ยิ้มแย้ม', 'แสนดี', 'อ่อนโยน', 'เบิกบาน', 'งดงาม', 'อิสระ', 'สีทอง'],
    joint: '',
  },
  VI: {
    first: ['Sông', 'Núi', 'Gió', 'Biển', 'Mây', 'Trăng', 'Nắng', 'Rừng', 'Đồi', 'Suối', 'Chim', 'Hoa'],
    second: ['Xanh', 'Êm', 'Hiền', 'Sáng', 'Trong', 'Vàng', 'Bình Yên', 'Tươi', 'Dịu Dàng', 'Thanh', 'Rực Rỡ', 'Mới'],
    joint: ' ',
  },
};

function oneOf(words: readonly string[]): string {
  return words[randomInt(words.length)] ?? '';
}

/** A nickname in `lang`. */
export function proposeNickname(lang: LangCode): string {
  const { first, second, joint } = NICKNAME_WORDS[lang];
  return `${oneOf(first)}${joint}${oneOf(second)}`;
}

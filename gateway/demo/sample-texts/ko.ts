/** The sample contents in Korean. */
import type { SampleTexts } from './texts';

export const ko: SampleTexts = {
  'notice-demo': {
    title: '',
    text: '[예시] 이 서버는 데모 데이터로 운영됩니다. 잔액과 수익 풀은 테스트 자금이며 실제 자산이 아닙니다.',
  },
  'notice-undo': {
    title: '',
    text: '[예시] 커스터디 주문은 24시간 이내에 무료로 철회할 수 있으며, 이후 중도해지하면 해지 금액에 수수료가 부과됩니다.',
  },
  'banner-custody': { title: '이자는 매일 입금', text: '예시 · 커스터디 상품', action: '상품 보기' },
  'banner-assets': { title: '모든 변동이 기록됩니다', text: '예시 · 내 자산', action: '자산 보기' },
  'banner-trade': { title: '에스크로로 안전한 개인 간 거래', text: '예시 · 거래' },
  'bulletin-capacity': {
    title: '예시: 잔여 한도란',
    text: '커스터디 주문 시 전체 기간의 이자를 수익 풀에서 미리 확보합니다. 확보할 수 없으면 상품에 ‘한도 소진’으로 표시됩니다.',
  },
  'news-redeem': {
    title: '예시: 중도해지 수수료',
    text: '24시간이 지나면 해지 금액에 수수료가 부과됩니다. 이미 입금된 이자는 회수하지 않으며, 미지급 이자는 수익 풀로 돌아갑니다.',
  },
  'news-reference': {
    title: '예시: RAB 참고가',
    text: '개인 간 거래 시장에서 가격이 형성되기 전까지 RAB 가치는 운영사 참고가를 기준으로 USDT로 환산하며 ‘참고’로 표시합니다.',
  },
};

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
    body: [
      '## 이 수치의 근거',
      '수익 풀은 운영사가 채웁니다. 주문마다 **전체 기간의 이자**를 즉시 떼어 두므로 약속한 이자는 풀에 있습니다.',
      '- 잔여 한도는 상품마다 표시됩니다.\n- 한도가 소진된 상품은 풀이 채워지면 다시 열립니다.',
      '[커스터디 열기](/pages/index/index2)',
    ].join('\n\n'),
  },
  'news-redeem': {
    title: '예시: 중도해지 수수료',
    text: '24시간이 지나면 해지 금액에 수수료가 부과됩니다. 이미 입금된 이자는 회수하지 않으며, 미지급 이자는 수익 풀로 돌아갑니다.',
    body: [
      '## 두 시기, 두 규칙',
      '| 시기 | 비용 |\n| --- | --- |\n| 24시간 이내 | 무료: 주문 철회 |\n| 그 이후 | 해지 금액에 수수료 |',
      '수수료는 동의하기 **전에** 확인 화면에 표시됩니다.',
      '[내 커스터디 주문](/pages/blance_record/blance_record1)',
    ].join('\n\n'),
  },
  'news-reference': {
    title: '예시: RAB 참고가',
    text: '개인 간 거래 시장에서 가격이 형성되기 전까지 RAB 가치는 운영사 참고가를 기준으로 USDT로 환산하며 ‘참고’로 표시합니다.',
  },
  'question-deposit': {
    title: '예시: 입금은 언제 반영되나요?',
    text: '',
    body: [
      '네트워크에서 **3회 확인**된 뒤입니다. 그때까지는 확인 횟수와 함께 목록에 표시됩니다.',
      '- 표시된 네트워크로 USDT만 보내세요.\n- 1 USDT 미만은 반영되지 않습니다.',
      '[내 입금](/pages/withdraw_record/withdraw_record1)',
    ].join('\n\n'),
  },
  'question-withdrawal': {
    title: '예시: 지금 왜 출금할 수 없나요?',
    text: '',
    body: [
      '비밀번호, OTP, 이메일, 전화번호를 바꾼 뒤에는 **24시간** 동안 출금이 닫힙니다. 화면에 남은 시간이 표시됩니다.',
      '출금하려면 실명 인증 승인과 OTP 연결도 필요합니다.',
    ].join('\n\n'),
  },
  'question-redeem': {
    title: '예시: 중도해지 비용은 얼마인가요?',
    text: '',
    body: '24시간 이내에는 무료로 철회할 수 있습니다. 이후에는 해지 금액에 수수료가 부과되며, 동의하기 전에 확인 화면에 표시됩니다.',
  },
  'question-password': {
    title: '예시: RAB가 비밀번호를 묻는 일이 있나요?',
    text: '',
    body: [
      '**없습니다.** RAB 직원은 채팅, 메일, 전화로 비밀번호나 인증 코드, 복구 코드를 묻지 않습니다. 묻는 사람은 사기꾼입니다.',
      '[보안 센터](/pages/setting/setting4)',
    ].join('\n\n'),
  },
  'question-payment': {
    title: '예시: 구매자가 결제했다고 합니다. 언제 확인하나요?',
    text: '',
    body: '돈이 **본인 계좌에 들어온 뒤에만** 확인하세요. 결제 사진은 결제가 아닙니다. 들어오지 않으면 분쟁을 제기하세요.',
  },
  'link-community': { title: '커뮤니티', text: '예시 · 이용자들이 모이는 곳' },
};

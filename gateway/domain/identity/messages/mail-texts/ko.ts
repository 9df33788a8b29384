/** Messages in Korean. */
import type { CodeMail, MailText, MessageTexts } from './text';

const withCode: CodeMail = (subject, purpose, code, minutes, about = []) => ({
  subject,
  text: `안녕하세요.

${purpose}

    ${code}

${about.map((line) => `${line}\n`).join('')}인증번호는 ${minutes}분간 유효하며 한 번만 사용할 수 있습니다.
이 인증번호를 누구에게도 알려주지 마세요. RAB 직원은 절대로 인증번호를 묻지 않습니다.

직접 요청하지 않으셨다면 이 메일을 무시하셔도 됩니다. 인증번호 없이는 아무 일도 일어나지 않습니다.

RAB
`,
});

/** Tells that something has happened, and what to do when it was not the owner. */
function notice(subject: string, happened: string): MailText {
  return {
    subject,
    text: `안녕하세요.

${happened}

본인이 아니라면 즉시 ‘비밀번호 찾기’에서 새 로그인 비밀번호를 설정하고 고객센터에 문의해 주세요. 비밀번호와 인증번호를 누구에게도 알려주지 마세요.

RAB
`,
  };
}

export const ko: MessageTexts = {
  freezeNote: '본인이 아니거나 의심스러우신가요? 아래 링크로 로그인 없이 즉시 계정을 동결할 수 있습니다:',
  mail: {
    registerCode: (code, minutes) =>
      withCode(`RAB 회원가입 인증번호: ${code}`, 'RAB 회원가입 인증번호입니다.', code, minutes),
    loginCode: (code, minutes) => withCode(`RAB 로그인 인증번호: ${code}`, 'RAB 로그인 인증번호입니다.', code, minutes),
    forgetCode: (code, minutes) =>
      withCode(`RAB 비밀번호 재설정 인증번호: ${code}`, 'RAB 로그인 비밀번호 재설정 인증번호입니다.', code, minutes),
    loginPasswordCode: (code, minutes) =>
      withCode(`RAB 로그인 비밀번호 변경 인증번호: ${code}`, 'RAB 로그인 비밀번호 변경 인증번호입니다.', code, minutes),
    tradePasswordCode: (code, minutes) =>
      withCode(`RAB 거래 비밀번호 변경 인증번호: ${code}`, 'RAB 거래 비밀번호 변경 인증번호입니다.', code, minutes),
    thawCode: (code, minutes) =>
      withCode(`RAB 계정 동결 해제 인증번호: ${code}`, 'RAB 계정 동결을 해제하기 위한 인증번호입니다.', code, minutes),
    withdrawCode: (code, minutes, { amount, target }) =>
      withCode(`RAB 출금 인증번호: ${code}`, 'RAB 출금 인증번호입니다.', code, minutes, [
        `출금액: ${amount}`,
        `받는 곳: ${target}`,
      ]),
    alreadyRegistered: () => ({
      subject: '이미 RAB 계정이 있습니다',
      text: `안녕하세요.

누군가(본인일 수 있습니다) 이 주소로 RAB 회원가입을 시도했습니다. 이미 계정이 있으므로 새 계정은 만들어지지 않았고 인증번호도 발송되지 않았습니다.

비밀번호로 로그인하시거나 ‘비밀번호 찾기’에서 새 비밀번호를 설정해 주세요. 본인이 아니더라도 계정에는 변동이 없으므로 따로 하실 일은 없습니다.
비밀번호와 인증번호를 누구에게도 알려주지 마세요.

RAB
`,
    }),
    deviceNew: () =>
      notice(
        '새로운 기기에서 RAB 계정에 로그인했습니다',
        '알려지지 않은 기기가 방금 RAB 계정에 로그인했습니다. 보안 센터에서 모든 기기를 확인하고 각각 로그아웃할 수 있습니다.',
      ),
    passwordChanged: () => ({
      subject: 'RAB 로그인 비밀번호가 변경되었습니다',
      text: `안녕하세요.

고객님께 발송된 인증번호를 통해 RAB 계정의 로그인 비밀번호가 방금 변경되었습니다. 다른 모든 기기에서 로그아웃되었으며, 자산 보호를 위해 일정 시간 동안 출금이 제한됩니다.

본인이 아니라면 즉시 ‘비밀번호 찾기’에서 새 비밀번호를 설정하고 고객센터에 문의해 주세요. 비밀번호와 인증번호를 누구에게도 알려주지 마세요.

RAB
`,
    }),
    tradePasswordChanged: () =>
      notice(
        'RAB 거래 비밀번호가 변경되었습니다',
        'RAB 계정의 거래 비밀번호가 방금 변경되었습니다. 자산 보호를 위해 일정 시간 동안 출금이 제한됩니다.',
      ),
    authenticatorChanged: () =>
      notice(
        'RAB 계정의 OTP가 변경되었습니다',
        'RAB 계정에 Google OTP가 방금 연결되었습니다. 자산 보호를 위해 일정 시간 동안 출금이 제한됩니다.',
      ),
    passwordGuessed: () =>
      notice(
        'RAB 계정에 잘못된 비밀번호가 여러 번 입력되었습니다',
        '한 번도 로그인한 적이 없는 기기에서 고객님의 RAB 계정에 잘못된 로그인 비밀번호가 여러 번 입력되었습니다. 로그인에 성공한 사람은 없습니다. 계정은 잠기지 않습니다. 이전에 사용하던 기기에서는 평소처럼 로그인할 수 있고, 다른 기기에서는 ‘비밀번호 찾기’를 이용할 수 있습니다.',
      ),
    authenticatorLocked: () =>
      notice(
        'RAB 계정의 OTP가 일시적으로 잠겼습니다',
        'RAB 계정에 잘못된 OTP 번호가 여러 번 입력되었습니다. 입력한 사람은 로그인 비밀번호를 알고 있거나 고객님의 기기를 사용하고 있습니다. OTP 번호는 일정 시간 동안 사용할 수 없으며, 잠기는 시간은 매번 길어집니다.',
      ),
    authenticatorResetBegun: () =>
      notice(
        'RAB 계정의 OTP가 해제될 예정입니다',
        'RAB 계정의 OTP 분실 신고가 접수되어 본인 확인을 마쳤습니다. 72시간 후 OTP가 해제되며, 이후에는 비밀번호만으로 로그인할 수 있습니다. 신고한 적이 없다면 로그인한 뒤 보안 센터에서 ‘인증기 유지’를 선택하면 취소됩니다.',
      ),
    authenticatorRemoved: () =>
      notice(
        'RAB 계정의 OTP가 해제되었습니다',
        '분실 신고에 따라 RAB 계정의 OTP가 해제되었으며, 복구 코드는 더 이상 사용할 수 없습니다. 로그인하여 새 OTP를 등록해 주세요. 안전을 위해 출금은 일정 시간 동안 중지됩니다.',
      ),
    methodAdded: () =>
      notice(
        'RAB 계정에 출금 수단이 추가되었습니다',
        'RAB 계정에 출금 수단이 방금 추가되었습니다. 대기 시간이 지난 후 사용할 수 있습니다.',
      ),
    tradePasswordSet: () =>
      notice(
        'RAB 계정에 거래 비밀번호가 설정되었습니다',
        'RAB 계정에 거래 비밀번호가 처음으로 설정되었습니다. 자산 보호를 위해 일정 시간 동안 출금이 제한됩니다.',
      ),
    accountFrozen: () =>
      notice(
        'RAB 계정이 동결되었습니다',
        'RAB 계정이 방금 동결되었습니다. 출금, 거래, 환전, 이체, 커스터디, 출금 수단 및 비밀번호 변경이 제한되며 다른 기기는 로그아웃되었습니다. 해제하려면 로그인 후 보안 센터에서 본인 확인을 진행해 주세요. 해제까지 대기 시간이 있습니다.',
      ),
    thawBegun: () =>
      notice(
        'RAB 계정 동결이 곧 해제됩니다',
        '동결된 RAB 계정의 해제가 방금 신청되었습니다. 대기 시간이 지나면 해제되며, 남은 시간은 보안 센터에서 확인할 수 있습니다. 그때까지 계정은 동결 상태로 유지됩니다.',
      ),
    thawTakenBack: () =>
      notice(
        'RAB 계정 동결 해제가 취소되었습니다',
        'RAB 계정 동결 해제가 취소되었습니다. 계정은 동결 상태로 유지됩니다.',
      ),
    accountThawed: () =>
      notice('RAB 계정 동결이 해제되었습니다', 'RAB 계정 동결이 해제되어 모든 기능을 다시 사용할 수 있습니다.'),
  },
  sms: {
    registerCode: (code, minutes) =>
      `[RAB] 회원가입 인증번호 ${code} (${minutes}분간 유효). 누구에게도 알려주지 마세요.`,
    loginCode: (code, minutes) => `[RAB] 로그인 인증번호 ${code} (${minutes}분간 유효). 누구에게도 알려주지 마세요.`,
    forgetCode: (code, minutes) =>
      `[RAB] 비밀번호 재설정 인증번호 ${code} (${minutes}분간 유효). 누구에게도 알려주지 마세요.`,
    loginPasswordCode: (code, minutes) =>
      `[RAB] 로그인 비밀번호 변경 인증번호 ${code} (${minutes}분간 유효). 누구에게도 알려주지 마세요.`,
    tradePasswordCode: (code, minutes) =>
      `[RAB] 거래 비밀번호 변경 인증번호 ${code} (${minutes}분간 유효). 누구에게도 알려주지 마세요.`,
    thawCode: (code, minutes) =>
      `[RAB] 계정 동결 해제 인증번호 ${code}, ${minutes}분간 유효합니다. 누구에게도 알려주지 마세요.`,
    withdrawCode: (code, minutes, { amount, target }) =>
      `[RAB] 출금 인증번호 ${code} (${amount}, 받는 곳 ${target}, ${minutes}분간 유효). 누구에게도 알려주지 마세요.`,
    alreadyRegistered: () =>
      '[RAB] 이 번호로 회원가입 시도가 있었습니다. 이미 계정이 있으니 로그인하거나 ‘비밀번호 찾기’를 이용해 주세요. 인증번호를 누구에게도 알려주지 마세요.',
    deviceNew: () =>
      '[RAB] 새로운 기기에서 계정에 로그인했습니다. 본인이 아니라면 즉시 로그인 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
    passwordChanged: () =>
      '[RAB] 로그인 비밀번호가 변경되어 다른 모든 기기에서 로그아웃되었습니다. 본인이 아니라면 즉시 재설정하고 고객센터에 문의해 주세요.',
    tradePasswordChanged: () =>
      '[RAB] 거래 비밀번호가 변경되었습니다. 본인이 아니라면 즉시 로그인 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
    authenticatorChanged: () =>
      '[RAB] 계정에 Google OTP가 연결되었습니다. 본인이 아니라면 즉시 로그인 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
    passwordGuessed: () =>
      '[RAB] 계정에 잘못된 로그인 비밀번호가 여러 번 입력되었습니다. 로그인에 성공한 사람은 없습니다. 본인이 아니라면 ‘비밀번호 찾기’에서 로그인 비밀번호를 재설정해 주세요.',
    authenticatorLocked: () =>
      '[RAB] 계정에 잘못된 OTP 번호가 여러 번 입력되어 일시적으로 잠겼습니다. 본인이 아니라면 즉시 로그인 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
    authenticatorResetBegun: () =>
      '[RAB] 계정의 OTP 분실 신고가 접수되어 72시간 후 OTP가 해제됩니다. 본인이 아니라면 즉시 로그인하여 보안 센터에서 ‘인증기 유지’를 선택하고 고객센터에 문의해 주세요.',
    authenticatorRemoved: () =>
      '[RAB] 계정의 OTP가 해제되었으며 출금이 일정 시간 동안 중지됩니다. 본인이 아니라면 즉시 로그인 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
    methodAdded: () =>
      '[RAB] 계정에 출금 수단이 추가되었습니다. 본인이 아니라면 즉시 로그인 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
    tradePasswordSet: () =>
      '[RAB] 계정에 거래 비밀번호가 설정되었습니다. 본인이 아니라면 즉시 로그인 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
    accountFrozen: () => '[RAB] 계정이 동결되었습니다. 해제하려면 로그인 후 보안 센터를 열어 주세요.',
    thawBegun: () =>
      '[RAB] 동결된 계정의 해제가 신청되었습니다. 대기 시간 후 해제됩니다. 본인이 아니라면 즉시 다시 동결해 주세요.',
    thawTakenBack: () => '[RAB] 계정 동결 해제가 취소되었습니다. 동결 상태가 유지됩니다.',
    accountThawed: () => '[RAB] 계정 동결이 해제되었습니다. 본인이 아니라면 즉시 다시 동결해 주세요.',
  },
};

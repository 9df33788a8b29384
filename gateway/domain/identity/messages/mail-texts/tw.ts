/** Messages in Traditional Chinese. */
import type { CodeMail, MailText, MessageTexts } from './text';

const withCode: CodeMail = (subject, purpose, code, minutes, about = []) => ({
  subject,
  text: `您好：

${purpose}

    ${code}

${about.map((line) => `${line}\n`).join('')}驗證碼於 ${minutes} 分鐘內有效，且只能使用一次。
請勿將驗證碼告訴任何人，RAB 工作人員絕不會向您索取。

若非本人操作，請忽略此郵件：沒有驗證碼，不會發生任何變更。

RAB
`,
});

/** Tells that something has happened, and what to do when it was not the owner. */
function notice(subject: string, happened: string): MailText {
  return {
    subject,
    text: `您好：

${happened}

若非本人操作，請立即透過「忘記密碼」重設登入密碼並聯絡客服。請勿將密碼或驗證碼告訴任何人。

RAB
`,
  };
}

export const tw: MessageTexts = {
  freezeNote: '非本人操作或有疑慮？開啟此連結即可立即凍結帳戶，無需登入：',
  mail: {
    registerCode: (code, minutes) => withCode(`RAB 註冊驗證碼：${code}`, '您正在註冊 RAB，驗證碼為', code, minutes),
    loginCode: (code, minutes) => withCode(`RAB 登入驗證碼：${code}`, '您正在登入 RAB，驗證碼為', code, minutes),
    forgetCode: (code, minutes) =>
      withCode(`RAB 重設密碼驗證碼：${code}`, '您正在重設 RAB 登入密碼，驗證碼為', code, minutes),
    loginPasswordCode: (code, minutes) =>
      withCode(`RAB 變更登入密碼驗證碼：${code}`, '您正在變更 RAB 登入密碼，驗證碼為', code, minutes),
    tradePasswordCode: (code, minutes) =>
      withCode(`RAB 變更交易密碼驗證碼：${code}`, '您正在變更 RAB 交易密碼，驗證碼為', code, minutes),
    thawCode: (code, minutes) =>
      withCode(`RAB 帳戶解凍驗證碼：${code}`, '您正在申請解凍 RAB 帳戶，驗證碼為', code, minutes),
    withdrawCode: (code, minutes, { amount, target }) =>
      withCode(`RAB 提領驗證碼：${code}`, '您正在申請從 RAB 提領，驗證碼為', code, minutes, [
        `提領金額：${amount}`,
        `收款方：${target}`,
      ]),
    alreadyRegistered: () => ({
      subject: '您已擁有 RAB 帳戶',
      text: `您好：

有人（可能是您本人）嘗試以此信箱註冊 RAB。您已擁有帳戶，因此未建立新帳戶，也未寄送驗證碼。

請使用密碼登入，或點選「忘記密碼」重設密碼。若非本人操作，無須處理，您的帳戶沒有任何變動。
請勿將密碼或驗證碼告訴任何人。

RAB
`,
    }),
    deviceNew: () =>
      notice(
        '有新裝置登入了您的 RAB 帳戶',
        '一台新裝置剛剛登入了您的 RAB 帳戶。您可以在安全中心查看所有裝置，並讓任一裝置登出。',
      ),
    passwordChanged: () => ({
      subject: '您的 RAB 登入密碼已變更',
      text: `您好：

您的 RAB 帳戶登入密碼剛剛透過寄送給您的驗證碼完成變更。其他裝置均已登出，為保護您的資產，提領將暫停一段時間。

若非本人操作，請立即透過「忘記密碼」重設密碼並聯絡客服。請勿將密碼或驗證碼告訴任何人。

RAB
`,
    }),
    tradePasswordChanged: () =>
      notice('您的 RAB 交易密碼已變更', '您的 RAB 帳戶交易密碼剛剛完成變更。為保護您的資產，提領將暫停一段時間。'),
    authenticatorChanged: () =>
      notice('您的 RAB 帳戶驗證器已變更', '您的 RAB 帳戶剛剛綁定了驗證器。為保護您的資產，提領將暫停一段時間。'),
    passwordGuessed: () =>
      notice(
        '有人在嘗試您的 RAB 帳戶密碼',
        '有人在從未登入過您帳戶的裝置上，多次輸入了錯誤的 RAB 登入密碼，但沒有登入成功。您的帳戶不會因此被鎖定：您用過的裝置可照常登入，在其他裝置上可使用「忘記密碼」。',
      ),
    authenticatorLocked: () =>
      notice(
        '您的 RAB 帳戶驗證器已暫時鎖定',
        '您的 RAB 帳戶多次輸入了錯誤的動態碼，輸入者知道您的登入密碼，或正在使用您的裝置。動態碼將暫時無法使用，每次鎖定的時間都會更長。',
      ),
    authenticatorResetBegun: () =>
      notice(
        '您的 RAB 帳戶驗證器將被重設',
        '我們收到了您 RAB 帳戶驗證器遺失的申報，並已核實身分。72 小時後，驗證器將從您的帳戶移除，之後登入只需密碼。若您沒有申報，請登入並在「安全中心」選擇「保留驗證器」，即可撤銷。',
      ),
    authenticatorRemoved: () =>
      notice(
        '您的 RAB 帳戶驗證器已移除',
        '您的 RAB 帳戶驗證器已依遺失申報移除，復原碼同時失效。請登入並綁定新的驗證器。為保護您的資金，提領將暫停一段時間。',
      ),
    methodAdded: () =>
      notice('您的 RAB 帳戶新增了提領方式', '您的 RAB 帳戶剛剛新增了一個提領方式，等待期結束後方可使用。'),
    tradePasswordSet: () =>
      notice(
        '您的 RAB 帳戶已設定交易密碼',
        '您的 RAB 帳戶剛剛首次設定了交易密碼。為保護您的資產，提領將暫停一段時間。',
      ),
    accountFrozen: () =>
      notice(
        '您的 RAB 帳戶已凍結',
        '您的 RAB 帳戶剛剛被凍結：提領、交易、兌換、劃轉、託管以及提領方式和密碼的變更均已關閉，其他裝置已登出。如需解凍，請登入後開啟安全中心，完成身分驗證並等待一段時間。',
      ),
    thawBegun: () =>
      notice(
        '您的 RAB 帳戶即將解凍',
        '您的 RAB 帳戶剛剛收到解凍申請。等待期結束後帳戶將解凍，剩餘時間可在安全中心查看。在此之前帳戶保持凍結。',
      ),
    thawTakenBack: () => notice('您的 RAB 帳戶解凍申請已撤銷', '您的 RAB 帳戶解凍申請已撤銷，帳戶保持凍結。'),
    accountThawed: () => notice('您的 RAB 帳戶已解凍', '您的 RAB 帳戶已解凍，全部功能恢復正常。'),
  },
  sms: {
    registerCode: (code, minutes) => `【RAB】註冊驗證碼 ${code}，${minutes} 分鐘內有效。請勿告訴任何人。`,
    loginCode: (code, minutes) => `【RAB】登入驗證碼 ${code}，${minutes} 分鐘內有效。請勿告訴任何人。`,
    forgetCode: (code, minutes) => `【RAB】重設密碼驗證碼 ${code}，${minutes} 分鐘內有效。請勿告訴任何人。`,
    loginPasswordCode: (code, minutes) => `【RAB】變更登入密碼驗證碼 ${code}，${minutes} 分鐘內有效。請勿告訴任何人。`,
    tradePasswordCode: (code, minutes) => `【RAB】變更交易密碼驗證碼 ${code}，${minutes} 分鐘內有效。請勿告訴任何人。`,
    thawCode: (code, minutes) => `【RAB】帳戶解凍驗證碼 ${code}，${minutes} 分鐘內有效。請勿告訴任何人。`,
    withdrawCode: (code, minutes, { amount, target }) =>
      `【RAB】提領驗證碼 ${code}，用於提領 ${amount} 至 ${target}，${minutes} 分鐘內有效。請勿告訴任何人。`,
    alreadyRegistered: () =>
      '【RAB】有人嘗試以此手機號碼註冊。您已擁有帳戶，請直接登入或使用「忘記密碼」。請勿將驗證碼告訴任何人。',
    deviceNew: () => '【RAB】有新裝置登入了您的帳戶。若非本人操作，請立即重設登入密碼並聯絡客服。',
    passwordChanged: () => '【RAB】您的登入密碼已變更，其他裝置已登出。若非本人操作，請立即重設密碼並聯絡客服。',
    tradePasswordChanged: () => '【RAB】您的交易密碼已變更。若非本人操作，請立即重設登入密碼並聯絡客服。',
    authenticatorChanged: () => '【RAB】您的帳戶綁定了驗證器。若非本人操作，請立即重設登入密碼並聯絡客服。',
    passwordGuessed: () =>
      '【RAB】您的帳戶多次被輸入錯誤的登入密碼，未登入成功。若非本人操作，請透過「忘記密碼」重設登入密碼。',
    authenticatorLocked: () =>
      '【RAB】您的帳戶多次輸入錯誤的動態碼，動態碼已暫時鎖定。若非本人操作，請立即重設登入密碼並聯絡客服。',
    authenticatorResetBegun: () =>
      '【RAB】您的帳戶申報了驗證器遺失，驗證器將於 72 小時後移除。若非本人申報，請立即登入，在安全中心選擇「保留驗證器」，並聯絡客服。',
    authenticatorRemoved: () =>
      '【RAB】您的帳戶驗證器已移除，提領將暫停一段時間。若非本人操作，請立即重設登入密碼並聯絡客服。',
    methodAdded: () => '【RAB】您的帳戶新增了提領方式。若非本人操作，請立即重設登入密碼並聯絡客服。',
    tradePasswordSet: () => '【RAB】您的帳戶已設定交易密碼。若非本人操作，請立即重設登入密碼並聯絡客服。',
    accountFrozen: () => '【RAB】您的帳戶已凍結。如需解凍，請登入後開啟安全中心。',
    thawBegun: () => '【RAB】您的帳戶收到解凍申請，等待期結束後解凍。若非本人操作，請立即再次凍結。',
    thawTakenBack: () => '【RAB】您的帳戶解凍申請已撤銷，帳戶保持凍結。',
    accountThawed: () => '【RAB】您的帳戶已解凍，功能恢復正常。若非本人操作，請立即再次凍結。',
  },
};

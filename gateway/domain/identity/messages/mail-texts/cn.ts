/** Messages in Simplified Chinese. */
import type { CodeMail, MailText, MessageTexts } from './text';

const withCode: CodeMail = (subject, purpose, code, minutes, about = []) => ({
  subject,
  text: `您好：

${purpose}

    ${code}

${about.map((line) => `${line}\n`).join('')}验证码 ${minutes} 分钟内有效，且只能使用一次。
请勿将验证码告知任何人，RAB 工作人员绝不会向您索要。

如非本人操作，请忽略此邮件：没有验证码，不会发生任何变更。

RAB
`,
});

/** Tells that something has happened, and what to do when it was not the owner. */
function notice(subject: string, happened: string): MailText {
  return {
    subject,
    text: `您好：

${happened}

如非本人操作，请立即通过“忘记密码”重设登录密码并联系客服。请勿将密码或验证码告知任何人。

RAB
`,
  };
}

export const cn: MessageTexts = {
  freezeNote: '非本人操作或有疑虑？打开此链接即可立即冻结账户，无需登录：',
  mail: {
    registerCode: (code, minutes) => withCode(`RAB 注册验证码：${code}`, '您正在注册 RAB，验证码为', code, minutes),
    loginCode: (code, minutes) => withCode(`RAB 登录验证码：${code}`, '您正在登录 RAB，验证码为', code, minutes),
    forgetCode: (code, minutes) =>
      withCode(`RAB 重置密码验证码：${code}`, '您正在重设 RAB 登录密码，验证码为', code, minutes),
    loginPasswordCode: (code, minutes) =>
      withCode(`RAB 修改登录密码验证码：${code}`, '您正在修改 RAB 登录密码，验证码为', code, minutes),
    tradePasswordCode: (code, minutes) =>
      withCode(`RAB 修改交易密码验证码：${code}`, '您正在修改 RAB 交易密码，验证码为', code, minutes),
    thawCode: (code, minutes) =>
      withCode(`RAB 账户解冻验证码：${code}`, '您正在申请解冻 RAB 账户，验证码为', code, minutes),
    withdrawCode: (code, minutes, { amount, target }) =>
      withCode(`RAB 提现验证码：${code}`, '您正在申请从 RAB 提现，验证码为', code, minutes, [
        `提现金额：${amount}`,
        `收款方：${target}`,
      ]),
    alreadyRegistered: () => ({
      subject: '您已拥有 RAB 账户',
      text: `您好：

有人（可能是您本人）尝试用此邮箱注册 RAB。您已拥有账户，因此未创建新账户，也未发送验证码。

请使用密码登录，或点击“忘记密码”重设密码。如非本人操作，无需处理，您的账户没有任何变化。
请勿将密码或验证码告知任何人。

RAB
`,
    }),
    deviceNew: () =>
      notice(
        '有新设备登录了您的 RAB 账户',
        '一台新设备刚刚登录了您的 RAB 账户。您可以在安全中心查看所有设备，并让任一设备退出登录。',
      ),
    passwordChanged: () => ({
      subject: '您的 RAB 登录密码已修改',
      text: `您好：

您的 RAB 账户登录密码刚刚通过发送给您的验证码完成修改。其他设备均已退出登录，为保护您的资产，提现将暂停一段时间。

如非本人操作，请立即通过“忘记密码”重设密码并联系客服。请勿将密码或验证码告知任何人。

RAB
`,
    }),
    tradePasswordChanged: () =>
      notice('您的 RAB 交易密码已修改', '您的 RAB 账户交易密码刚刚完成修改。为保护您的资产，提现将暂停一段时间。'),
    authenticatorChanged: () =>
      notice('您的 RAB 账户验证器已变更', '您的 RAB 账户刚刚绑定了验证器。为保护您的资产，提现将暂停一段时间。'),
    passwordGuessed: () =>
      notice(
        '有人在尝试您的 RAB 账户密码',
        '有人在从未登录过您账户的设备上，多次输入了错误的 RAB 登录密码，但没有登录成功。您的账户不会因此被锁定：您用过的设备可照常登录，在其他设备上可使用“忘记密码”。',
      ),
    authenticatorLocked: () =>
      notice(
        '您的 RAB 账户验证器已暂时锁定',
        '您的 RAB 账户多次输入了错误的动态码，输入者知道您的登录密码，或正在使用您的设备。动态码将暂时无法使用，每次锁定的时间都会更长。',
      ),
    authenticatorResetBegun: () =>
      notice(
        '您的 RAB 账户验证器将被重置',
        '我们收到了您 RAB 账户验证器遗失的申报，并已核实身份。72 小时后，验证器将从您的账户移除，之后登录只需密码。如果您没有申报，请登录并在“安全中心”选择“保留验证器”，即可撤销。',
      ),
    authenticatorRemoved: () =>
      notice(
        '您的 RAB 账户验证器已移除',
        '您的 RAB 账户验证器已按遗失申报移除，恢复码同时失效。请登录并绑定新的验证器。为保护您的资金，提现将暂停一段时间。',
      ),
    methodAdded: () =>
      notice('您的 RAB 账户新增了提现方式', '您的 RAB 账户刚刚新增了一个提现方式，等待期结束后方可使用。'),
    tradePasswordSet: () =>
      notice(
        '您的 RAB 账户已设置交易密码',
        '您的 RAB 账户刚刚首次设置了交易密码。为保护您的资产，提现将暂停一段时间。',
      ),
    accountFrozen: () =>
      notice(
        '您的 RAB 账户已冻结',
        '您的 RAB 账户刚刚被冻结：提现、交易、兑换、划转、托管以及提现方式和密码的变更均已关闭，其他设备已退出登录。如需解冻，请登录后打开安全中心，完成身份验证并等待一段时间。',
      ),
    thawBegun: () =>
      notice(
        '您的 RAB 账户即将解冻',
        '您的 RAB 账户刚刚收到解冻申请。等待期结束后账户将解冻，剩余时间可在安全中心查看。在此之前账户保持冻结。',
      ),
    thawTakenBack: () => notice('您的 RAB 账户解冻申请已撤销', '您的 RAB 账户解冻申请已撤销，账户保持冻结。'),
    accountThawed: () => notice('您的 RAB 账户已解冻', '您的 RAB 账户已解冻，全部功能恢复正常。'),
  },
  sms: {
    registerCode: (code, minutes) => `【RAB】注册验证码 ${code}，${minutes} 分钟内有效。请勿告知任何人。`,
    loginCode: (code, minutes) => `【RAB】登录验证码 ${code}，${minutes} 分钟内有效。请勿告知任何人。`,
    forgetCode: (code, minutes) => `【RAB】重置密码验证码 ${code}，${minutes} 分钟内有效。请勿告知任何人。`,
    loginPasswordCode: (code, minutes) => `【RAB】修改登录密码验证码 ${code}，${minutes} 分钟内有效。请勿告知任何人。`,
    tradePasswordCode: (code, minutes) => `【RAB】修改交易密码验证码 ${code}，${minutes} 分钟内有效。请勿告知任何人。`,
    thawCode: (code, minutes) => `【RAB】账户解冻验证码 ${code}，${minutes} 分钟内有效。请勿告知任何人。`,
    withdrawCode: (code, minutes, { amount, target }) =>
      `【RAB】提现验证码 ${code}，用于提现 ${amount} 至 ${target}，${minutes} 分钟内有效。请勿告知任何人。`,
    alreadyRegistered: () =>
      '【RAB】有人尝试用此手机号注册。您已拥有账户，请直接登录或使用“忘记密码”。请勿将验证码告知任何人。',
    deviceNew: () => '【RAB】有新设备登录了您的账户。如非本人操作，请立即重设登录密码并联系客服。',
    passwordChanged: () => '【RAB】您的登录密码已修改，其他设备已退出登录。如非本人操作，请立即重设密码并联系客服。',
    tradePasswordChanged: () => '【RAB】您的交易密码已修改。如非本人操作，请立即重设登录密码并联系客服。',
    authenticatorChanged: () => '【RAB】您的账户绑定了验证器。如非本人操作，请立即重设登录密码并联系客服。',
    passwordGuessed: () =>
      '【RAB】您的账户多次被输入错误的登录密码，未登录成功。如非本人操作，请通过“忘记密码”重设登录密码。',
    authenticatorLocked: () =>
      '【RAB】您的账户多次输入错误的动态码，动态码已暂时锁定。如非本人操作，请立即重设登录密码并联系客服。',
    authenticatorResetBegun: () =>
      '【RAB】您的账户申报了验证器遗失，验证器将于 72 小时后移除。如非本人申报，请立即登录，在安全中心选择“保留验证器”，并联系客服。',
    authenticatorRemoved: () =>
      '【RAB】您的账户验证器已移除，提现将暂停一段时间。如非本人操作，请立即重设登录密码并联系客服。',
    methodAdded: () => '【RAB】您的账户新增了提现方式。如非本人操作，请立即重设登录密码并联系客服。',
    tradePasswordSet: () => '【RAB】您的账户已设置交易密码。如非本人操作，请立即重设登录密码并联系客服。',
    accountFrozen: () => '【RAB】您的账户已冻结。如需解冻，请登录后打开安全中心。',
    thawBegun: () => '【RAB】您的账户收到解冻申请，等待期结束后解冻。如非本人操作，请立即再次冻结。',
    thawTakenBack: () => '【RAB】您的账户解冻申请已撤销，账户保持冻结。',
    accountThawed: () => '【RAB】您的账户已解冻，功能恢复正常。如非本人操作，请立即再次冻结。',
  },
};

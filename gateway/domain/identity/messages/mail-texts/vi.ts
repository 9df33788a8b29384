/** Messages in Vietnamese. */
import type { CodeMail, MailText, MessageTexts } from './text';

const withCode: CodeMail = (subject, purpose, code, minutes, about = []) => ({
  subject,
  text: `Xin chào,

${purpose}

    ${code}

${about.map((line) => `${line}\n`).join('')}Mã có hiệu lực trong ${minutes} phút và chỉ dùng được một lần.
Tuyệt đối không chia sẻ mã này với bất kỳ ai. Nhân viên RAB không bao giờ hỏi mã của bạn.

Nếu bạn không yêu cầu mã, hãy bỏ qua thư này: không có mã thì không có gì thay đổi.

RAB
`,
});

/** Tells that something has happened, and what to do when it was not the owner. */
function notice(subject: string, happened: string): MailText {
  return {
    subject,
    text: `Xin chào,

${happened}

Nếu không phải bạn, hãy đặt ngay mật khẩu đăng nhập mới qua “Quên mật khẩu” và liên hệ bộ phận chăm sóc khách hàng. Tuyệt đối không chia sẻ mật khẩu hay mã xác minh với bất kỳ ai.

RAB
`,
  };
}

export const vi: MessageTexts = {
  freezeNote:
    'Không phải bạn, hoặc còn nghi ngờ? Liên kết này đóng băng tài khoản của bạn ngay lập tức, không cần đăng nhập:',
  mail: {
    registerCode: (code, minutes) =>
      withCode(`Mã đăng ký RAB của bạn: ${code}`, 'Mã xác minh để đăng ký RAB của bạn là', code, minutes),
    loginCode: (code, minutes) =>
      withCode(`Mã đăng nhập RAB của bạn: ${code}`, 'Mã xác minh để đăng nhập RAB của bạn là', code, minutes),
    forgetCode: (code, minutes) =>
      withCode(
        `Mã đặt lại mật khẩu RAB của bạn: ${code}`,
        'Mã xác minh để đặt mật khẩu đăng nhập RAB mới của bạn là',
        code,
        minutes,
      ),
    loginPasswordCode: (code, minutes) =>
      withCode(
        `Mã đổi mật khẩu đăng nhập RAB của bạn: ${code}`,
        'Mã xác minh để đổi mật khẩu đăng nhập RAB của bạn là',
        code,
        minutes,
      ),
    tradePasswordCode: (code, minutes) =>
      withCode(
        `Mã đổi mật khẩu giao dịch RAB của bạn: ${code}`,
        'Mã xác minh để đổi mật khẩu giao dịch RAB của bạn là',
        code,
        minutes,
      ),
    thawCode: (code, minutes) =>
      withCode(
        `Mã RAB để mở lại tài khoản: ${code}`,
        'Mã để mở lại tài khoản RAB đang bị đóng băng của bạn là',
        code,
        minutes,
      ),
    withdrawCode: (code, minutes, { amount, target }) =>
      withCode(`Mã rút tiền RAB của bạn: ${code}`, 'Mã xác minh cho lần rút tiền này từ RAB là', code, minutes, [
        `Số tiền: ${amount}`,
        `Đến: ${target}`,
      ]),
    alreadyRegistered: () => ({
      subject: 'Bạn đã có tài khoản RAB',
      text: `Xin chào,

Có người, có thể là chính bạn, đã thử đăng ký RAB bằng địa chỉ này. Bạn đã có tài khoản nên không có tài khoản mới nào được tạo và không có mã nào được gửi.

Hãy đăng nhập bằng mật khẩu, hoặc chọn “Quên mật khẩu” để đặt mật khẩu mới. Nếu không phải bạn thì không cần làm gì: tài khoản của bạn không thay đổi.
Tuyệt đối không chia sẻ mật khẩu hay mã xác minh với bất kỳ ai.

RAB
`,
    }),
    deviceNew: () =>
      notice(
        'Một thiết bị mới đã đăng nhập tài khoản RAB của bạn',
        'Một thiết bị chưa từng dùng vừa đăng nhập tài khoản RAB của bạn. Trung tâm bảo mật liệt kê mọi thiết bị và cho phép đăng xuất từng thiết bị.',
      ),
    passwordChanged: () => ({
      subject: 'Mật khẩu đăng nhập RAB của bạn đã được thay đổi',
      text: `Xin chào,

Mật khẩu đăng nhập tài khoản RAB của bạn vừa được thay đổi bằng mã đã gửi cho bạn. Mọi thiết bị khác đã bị đăng xuất, và để bảo vệ bạn, việc rút tiền tạm đóng trong một thời gian.

Nếu không phải bạn, hãy đặt ngay mật khẩu mới qua “Quên mật khẩu” và liên hệ bộ phận chăm sóc khách hàng. Tuyệt đối không chia sẻ mật khẩu hay mã xác minh với bất kỳ ai.

RAB
`,
    }),
    tradePasswordChanged: () =>
      notice(
        'Mật khẩu giao dịch RAB của bạn đã được thay đổi',
        'Mật khẩu giao dịch của tài khoản RAB vừa được thay đổi. Để bảo vệ bạn, việc rút tiền tạm đóng trong một thời gian.',
      ),
    authenticatorChanged: () =>
      notice(
        'Ứng dụng xác thực của tài khoản RAB đã thay đổi',
        'Một ứng dụng xác thực vừa được liên kết với tài khoản RAB của bạn. Để bảo vệ bạn, việc rút tiền tạm đóng trong một thời gian.',
      ),
    passwordGuessed: () =>
      notice(
        'Có người nhập sai mật khẩu tài khoản RAB của bạn nhiều lần',
        'Mật khẩu đăng nhập tài khoản RAB của bạn đã bị nhập sai nhiều lần trên những thiết bị chưa từng đăng nhập. Không ai vào được. Tài khoản của bạn không bị khóa: các thiết bị bạn từng dùng vẫn đăng nhập như thường, còn trên thiết bị khác bạn có thể dùng “Quên mật khẩu”.',
      ),
    authenticatorLocked: () =>
      notice(
        'Ứng dụng xác thực của tài khoản RAB tạm thời bị khóa',
        'Mã xác thực của tài khoản RAB của bạn đã bị nhập sai nhiều lần bởi người biết mật khẩu đăng nhập hoặc đang dùng thiết bị của bạn. Mã tạm thời không được chấp nhận, mỗi lần khóa sẽ lâu hơn.',
      ),
    authenticatorResetBegun: () =>
      notice(
        'Ứng dụng xác thực của tài khoản RAB của bạn sẽ được gỡ',
        'Ứng dụng xác thực của tài khoản RAB của bạn được báo mất và danh tính đã được kiểm tra. Sau 72 giờ ứng dụng sẽ được gỡ, khi đó chỉ cần mật khẩu để đăng nhập. Nếu bạn không báo mất, hãy đăng nhập và chọn “Giữ ứng dụng xác thực” trong trung tâm bảo mật để hủy.',
      ),
    authenticatorRemoved: () =>
      notice(
        'Ứng dụng xác thực của tài khoản RAB của bạn đã được gỡ',
        'Ứng dụng xác thực của tài khoản RAB của bạn đã được gỡ theo báo mất; các mã khôi phục không còn hiệu lực. Hãy đăng nhập và liên kết ứng dụng mới. Việc rút tiền tạm đóng một thời gian để bảo vệ bạn.',
      ),
    methodAdded: () =>
      notice(
        'Tài khoản RAB của bạn có thêm phương thức rút tiền',
        'Một phương thức rút tiền vừa được thêm vào tài khoản RAB của bạn. Phương thức này dùng được sau thời gian chờ.',
      ),
    tradePasswordSet: () =>
      notice(
        'Mật khẩu giao dịch đã được đặt cho tài khoản RAB của bạn',
        'Mật khẩu giao dịch đầu tiên của tài khoản RAB vừa được đặt. Để bảo vệ bạn, việc rút tiền tạm đóng trong một thời gian.',
      ),
    accountFrozen: () =>
      notice(
        'Tài khoản RAB của bạn đã bị đóng băng',
        'Tài khoản RAB của bạn vừa bị đóng băng. Rút tiền, giao dịch, quy đổi, chuyển khoản, lưu ký và việc thay đổi phương thức rút tiền, mật khẩu đều bị đóng; các thiết bị khác đã đăng xuất. Để mở lại, hãy đăng nhập và mở trung tâm bảo mật: cần xác minh danh tính và một thời gian chờ.',
      ),
    thawBegun: () =>
      notice(
        'Tài khoản RAB của bạn sắp được mở lại',
        'Có yêu cầu mở lại tài khoản RAB đang bị đóng băng của bạn. Tài khoản sẽ mở lại sau thời gian chờ hiển thị ở trung tâm bảo mật. Cho đến lúc đó tài khoản vẫn bị đóng băng.',
      ),
    thawTakenBack: () =>
      notice(
        'Việc mở lại tài khoản RAB của bạn đã bị hủy',
        'Việc mở lại tài khoản RAB của bạn đã bị hủy. Tài khoản vẫn bị đóng băng.',
      ),
    accountThawed: () =>
      notice(
        'Tài khoản RAB của bạn đã được mở lại',
        'Tài khoản RAB của bạn đã được mở lại: mọi thứ hoạt động bình thường.',
      ),
  },
  sms: {
    registerCode: (code, minutes) =>
      `[RAB] Mã đăng ký ${code}, hiệu lực ${minutes} phút. Tuyệt đối không chia sẻ với bất kỳ ai.`,
    loginCode: (code, minutes) =>
      `[RAB] Mã đăng nhập ${code}, hiệu lực ${minutes} phút. Tuyệt đối không chia sẻ với bất kỳ ai.`,
    forgetCode: (code, minutes) =>
      `[RAB] Mã đặt lại mật khẩu ${code}, hiệu lực ${minutes} phút. Tuyệt đối không chia sẻ với bất kỳ ai.`,
    loginPasswordCode: (code, minutes) =>
      `[RAB] Mã đổi mật khẩu đăng nhập ${code}, hiệu lực ${minutes} phút. Tuyệt đối không chia sẻ với bất kỳ ai.`,
    tradePasswordCode: (code, minutes) =>
      `[RAB] Mã đổi mật khẩu giao dịch ${code}, hiệu lực ${minutes} phút. Tuyệt đối không chia sẻ với bất kỳ ai.`,
    thawCode: (code, minutes) =>
      `[RAB] Mã ${code} để mở lại tài khoản đang bị đóng băng, hiệu lực ${minutes} phút. Đừng đưa mã này cho bất kỳ ai.`,
    withdrawCode: (code, minutes, { amount, target }) =>
      `[RAB] Mã ${code} để rút ${amount} đến ${target}, hiệu lực ${minutes} phút. Tuyệt đối không chia sẻ với bất kỳ ai.`,
    alreadyRegistered: () =>
      '[RAB] Có người đã thử đăng ký bằng số này. Bạn đã có tài khoản: hãy đăng nhập hoặc chọn “Quên mật khẩu”. Tuyệt đối không chia sẻ mã với bất kỳ ai.',
    deviceNew: () =>
      '[RAB] Một thiết bị mới đã đăng nhập tài khoản của bạn. Nếu không phải bạn, hãy đặt lại ngay mật khẩu đăng nhập và liên hệ chăm sóc khách hàng.',
    passwordChanged: () =>
      '[RAB] Mật khẩu đăng nhập của bạn đã được thay đổi và mọi thiết bị khác đã bị đăng xuất. Nếu không phải bạn, hãy đặt lại ngay và liên hệ chăm sóc khách hàng.',
    tradePasswordChanged: () =>
      '[RAB] Mật khẩu giao dịch của bạn đã được thay đổi. Nếu không phải bạn, hãy đặt lại ngay mật khẩu đăng nhập và liên hệ chăm sóc khách hàng.',
    authenticatorChanged: () =>
      '[RAB] Một ứng dụng xác thực đã được liên kết với tài khoản của bạn. Nếu không phải bạn, hãy đặt lại ngay mật khẩu đăng nhập và liên hệ chăm sóc khách hàng.',
    passwordGuessed: () =>
      '[RAB] Mật khẩu đăng nhập tài khoản của bạn đã bị nhập sai nhiều lần. Không ai vào được. Nếu không phải bạn, hãy đặt mật khẩu mới qua “Quên mật khẩu”.',
    authenticatorLocked: () =>
      '[RAB] Mã xác thực của tài khoản bạn đã bị nhập sai nhiều lần; mã tạm thời không được chấp nhận. Nếu không phải bạn, hãy đặt lại ngay mật khẩu đăng nhập và liên hệ chăm sóc khách hàng.',
    authenticatorResetBegun: () =>
      '[RAB] Ứng dụng xác thực của tài khoản bạn được báo mất và sẽ được gỡ sau 72 giờ. Nếu không phải bạn, hãy đăng nhập ngay, chọn “Giữ ứng dụng xác thực” trong trung tâm bảo mật và liên hệ chăm sóc khách hàng.',
    authenticatorRemoved: () =>
      '[RAB] Ứng dụng xác thực của tài khoản bạn đã được gỡ; việc rút tiền tạm đóng một thời gian. Nếu không phải bạn, hãy đặt lại ngay mật khẩu đăng nhập và liên hệ chăm sóc khách hàng.',
    methodAdded: () =>
      '[RAB] Một phương thức rút tiền đã được thêm vào tài khoản của bạn. Nếu không phải bạn, hãy đặt lại ngay mật khẩu đăng nhập và liên hệ chăm sóc khách hàng.',
    tradePasswordSet: () =>
      '[RAB] Mật khẩu giao dịch đã được đặt cho tài khoản của bạn. Nếu không phải bạn, hãy đặt lại ngay mật khẩu đăng nhập và liên hệ chăm sóc khách hàng.',
    accountFrozen: () => '[RAB] Tài khoản của bạn đã bị đóng băng. Để mở lại, hãy đăng nhập và mở trung tâm bảo mật.',
    thawBegun: () =>
      '[RAB] Có yêu cầu mở lại tài khoản của bạn. Tài khoản mở lại sau thời gian chờ. Nếu không phải bạn, hãy đóng băng lại ngay.',
    thawTakenBack: () => '[RAB] Việc mở lại tài khoản của bạn đã bị hủy. Tài khoản vẫn bị đóng băng.',
    accountThawed: () => '[RAB] Tài khoản của bạn đã được mở lại. Nếu không phải bạn, hãy đóng băng lại ngay.',
  },
};

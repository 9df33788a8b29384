/** The sample contents in Vietnamese. */
import type { SampleTexts } from './texts';

export const vi: SampleTexts = {
  'notice-demo': {
    title: '',
    text: '[Mẫu] Máy chủ này chạy dữ liệu demo: số dư và quỹ trả lãi là tiền thử nghiệm, không phải tài sản thật.',
  },
  'notice-undo': {
    title: '',
    text: '[Mẫu] Lệnh lưu ký được hủy miễn phí trong 24 giờ; sau đó, tất toán trước hạn chịu phí trên phần tất toán.',
  },
  'banner-custody': { title: 'Lãi ghi có hằng ngày', text: 'Mẫu · Gói lưu ký', action: 'Xem gói' },
  'banner-assets': { title: 'Mọi biến động đều được ghi lại', text: 'Mẫu · Tài sản của bạn', action: 'Xem tài sản' },
  'banner-trade': { title: 'Giao dịch ngang hàng có ký quỹ trung gian', text: 'Mẫu · Giao dịch' },
  'bulletin-capacity': {
    title: 'Mẫu: hạn mức còn lại là gì',
    text: 'Khi đặt lệnh lưu ký, lãi cả kỳ hạn được dự phòng trong quỹ trả lãi. Nếu quỹ không đủ, gói hiển thị “Hết hạn mức”.',
    body: [
      '## Con số này từ đâu ra',
      'Quỹ trả lãi do đơn vị vận hành nạp. Mỗi lệnh trích ngay **lãi của cả kỳ hạn**, nên khoản đã hứa luôn có sẵn.',
      '- Hạn mức còn lại hiển thị ở từng gói.\n- Gói hết hạn mức sẽ mở lại khi quỹ được nạp thêm.',
      '[Mở lưu ký](/pages/index/index2)',
    ].join('\n\n'),
  },
  'news-redeem': {
    title: 'Mẫu: phí tất toán trước hạn',
    text: 'Sau 24 giờ, phí được tính trên phần tất toán. Lãi đã ghi có không bị thu lại; lãi chưa trả được hoàn về quỹ.',
    body: [
      '## Hai thời điểm, hai quy tắc',
      '| Khi nào | Chi phí |\n| --- | --- |\n| Trong 24 giờ | Không mất phí: lệnh được hủy |\n| Sau đó | Phí trên phần tất toán |',
      'Màn hình xác nhận hiển thị phí **trước khi** bạn đồng ý.',
      '[Lệnh lưu ký của tôi](/pages/blance_record/blance_record1)',
    ].join('\n\n'),
  },
  'news-reference': {
    title: 'Mẫu: giá tham chiếu RAB',
    text: 'Trước khi thị trường ngang hàng hình thành giá, RAB được quy đổi sang USDT theo giá nền tảng công bố và ghi rõ là “tham chiếu”.',
  },
  'question-deposit': {
    title: 'Mẫu: khi nào tiền nạp được ghi có?',
    text: '',
    body: [
      'Sau **3 lần xác nhận** của mạng. Trước đó, khoản nạp được liệt kê kèm số lần xác nhận.',
      '- Chỉ gửi USDT và chỉ qua mạng được hiển thị.\n- Số tiền dưới 1 USDT không được ghi có.',
      '[Khoản nạp của tôi](/pages/withdraw_record/withdraw_record1)',
    ].join('\n\n'),
  },
  'question-withdrawal': {
    title: 'Mẫu: vì sao lúc này tôi không rút được?',
    text: '',
    body: [
      'Sau khi đổi mật khẩu, ứng dụng xác thực, e-mail hoặc số điện thoại, việc rút tiền đóng trong **24 giờ**. Màn hình sẽ đếm ngược.',
      'Rút tiền còn cần danh tính đã được duyệt và ứng dụng xác thực đã liên kết.',
    ].join('\n\n'),
  },
  'question-redeem': {
    title: 'Mẫu: tất toán trước hạn tốn bao nhiêu?',
    text: '',
    body: 'Trong 24 giờ, lệnh được hủy miễn phí. Sau đó, phí được tính trên phần tất toán và hiển thị trước khi bạn đồng ý.',
  },
  'question-password': {
    title: 'Mẫu: RAB có bao giờ hỏi mật khẩu của tôi không?',
    text: '',
    body: [
      '**Không.** Không ai của RAB hỏi mật khẩu, mã xác thực hay mã khôi phục qua trò chuyện, e-mail hoặc điện thoại. Ai hỏi là kẻ lừa đảo.',
      '[Trung tâm bảo mật](/pages/setting/setting4)',
    ].join('\n\n'),
  },
  'question-payment': {
    title: 'Mẫu: người mua nói đã trả tiền. Khi nào tôi xác nhận?',
    text: '',
    body: 'Chỉ khi tiền **đã vào tài khoản của chính bạn**. Ảnh chụp thanh toán không phải là thanh toán. Nếu tiền không đến, hãy mở tranh chấp.',
  },
  'link-community': { title: 'Cộng đồng', text: 'Mẫu · nơi người dùng gặp gỡ' },
};

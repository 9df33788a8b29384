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
  },
  'news-redeem': {
    title: 'Mẫu: phí tất toán trước hạn',
    text: 'Sau 24 giờ, phí được tính trên phần tất toán. Lãi đã ghi có không bị thu lại; lãi chưa trả được hoàn về quỹ.',
  },
  'news-reference': {
    title: 'Mẫu: giá tham chiếu RAB',
    text: 'Trước khi thị trường ngang hàng hình thành giá, RAB được quy đổi sang USDT theo giá nền tảng công bố và ghi rõ là “tham chiếu”.',
  },
};

import { RegisterCode } from '../parts/RegisterCode';

export default function RegisterSmsCode() {
  return <RegisterCode by="sms" />;
}

import { RegisterCode } from '../parts/RegisterCode';

export default function RegisterEmailCode() {
  return <RegisterCode by="email" />;
}

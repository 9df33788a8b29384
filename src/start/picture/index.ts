export { useKeptPicture } from './useKeptPicture';

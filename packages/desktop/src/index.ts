export {
  type LinkSource,
  linkScheme,
  parsePastedCode,
  parseSignInLink,
  type SignInLink,
} from './core/link.ts'
export { getChallenge, createSecret, type RandomBytes } from './core/pkce.ts'
export { type Answer, type PendingSignIn, SignIn } from './core/sign-in.ts'

/** The namespaces of each screen's translations, beside those that every screen needs. */
export const screenTexts = {
  login: ['login', 'members'],
  userinfo: ['userinfo', 'login', 'billing'],
  dashboard: ['dashboard', 'members'],
  whiteboard: ['board', 'members', 'dashboard'],
  'invite-loading': ['invite', 'login', 'members'],
  'google-loading': ['login'],
  'office-loading': ['login'],
  'facebook-loading': ['login'],
  'apple-loading': ['login'],
  'forget-loading': ['login'],
  'request-access': ['invite', 'members'],
  pclogin: ['desktop'],
  pcapp: ['desktop', 'dashboard'],
  'pcapp-login': ['desktop', 'login'],
  admin: ['admin'],
} as const

/** Namespaces that every screen needs. */
export const commonTexts = ['common', 'errors'] as const

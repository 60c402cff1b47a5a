/** The namespaces of each screen's translations, beside those that every screen needs. */
export const screenTexts = {
  login: ['login', 'members'],
  userinfo: ['userinfo', 'login', 'billing', 'notifications'],
  dashboard: ['dashboard', 'members', 'notifications'],
  whiteboard: ['board', 'members', 'dashboard', 'notifications'],
  'invite-loading': ['invite', 'login', 'members', 'notifications'],
  'google-loading': ['login'],
  'office-loading': ['login'],
  'facebook-loading': ['login'],
  'apple-loading': ['login'],
  'forget-loading': ['login'],
  'request-access': ['invite', 'members', 'notifications'],
  pclogin: ['desktop'],
  pcapp: ['desktop', 'dashboard', 'notifications'],
  'pcapp-login': ['desktop', 'login'],
  admin: ['admin', 'notifications'],
} as const

/** Namespaces that every screen needs. */
export const commonTexts = ['common', 'errors'] as const

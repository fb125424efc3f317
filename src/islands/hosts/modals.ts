import type { ComponentType } from 'react';
import type { Modal } from '#lib/shell/start/dialogs.ts';

type Loader = () => Promise<ComponentType<{ modal: never; close: () => void }>>;

/** Contents by type, imported when first shown. Each has its own `<DialogTitle>`. */
export const modals: Partial<Record<Modal['type'], Loader>> = {
  EndVip: () => import('../chat/vip/EndVip.tsx').then(({ EndVip }) => EndVip),
  CamBack: () => import('../chat/cam-back/CamBackDialog.tsx').then(({ CamBackDialog }) => CamBackDialog),
  DeleteAccount: () =>
    import('../member/personal-data/DeleteAccount.tsx').then(({ DeleteAccount }) => DeleteAccount),
  DeleteChat: () => import('../messaging/inbox/DeleteChat.tsx').then(({ DeleteChat }) => DeleteChat),
  ForgotPassword: () =>
    import('../member/password/ForgotPassword.tsx').then(({ ForgotPassword }) => ForgotPassword),
  Login: () => import('../member/account/Login.tsx').then(({ Login }) => Login),
  Nickname: () => import('../chat/dial-in/Nickname.tsx').then(({ Nickname }) => Nickname),
  NoCredits: () => import('../wallet/spending/NoCredits.tsx').then(({ NoCredits }) => NoCredits),
  NoCreditsForTip: () =>
    import('../wallet/spending/NoCredits.tsx').then(({ NoCreditsForTip }) => NoCreditsForTip),
  NoCreditsForVip: () =>
    import('../wallet/spending/NoCredits.tsx').then(({ NoCreditsForVip }) => NoCreditsForVip),
  NoCreditsTip: () => import('../wallet/spending/NoCredits.tsx').then(({ NoCreditsTip }) => NoCreditsTip),
  Photo: () => import('../messaging/photos/PhotoPicker.tsx').then(({ PhotoPicker }) => PhotoPicker),
  PhotoView: () => import('../messaging/photos/PhotoView.tsx').then(({ PhotoView }) => PhotoView),
  ProveFactor: () => import('../studio/ProveFactor.tsx').then(({ ProveFactor }) => ProveFactor),
  Register: () => import('../member/account/Register.tsx').then(({ Register }) => Register),
  RegistrationConfirmation: () =>
    import('../member/account/RegistrationConfirmation.tsx').then(
      ({ RegistrationConfirmation }) => RegistrationConfirmation,
    ),
  Report: () => import('../safety/Report.tsx').then(({ Report }) => Report),
  ReportConversation: () =>
    import('../safety/Report.tsx').then(({ ReportConversation }) => ReportConversation),
  ReportMember: () => import('../safety/Report.tsx').then(({ ReportMember }) => ReportMember),
  SpendingStopped: () =>
    import('../wallet/spending/SpendingStopped.tsx').then(({ SpendingStopped }) => SpendingStopped),
  ResetPassword: () =>
    import('../member/password/ResetPassword.tsx').then(({ ResetPassword }) => ResetPassword),
  UsernamePrompt: () =>
    import('../member/settings/UsernamePrompt.tsx').then(({ UsernamePrompt }) => UsernamePrompt),
};

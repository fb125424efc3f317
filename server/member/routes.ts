import * as calls from '#contract/member/calls.ts';
import { addFavourite, listFavourites, removeFavourite } from '#contract/member/favourites.ts';
import type { RouteTools } from '#server/app.ts';
import { forgetSession, rememberSession } from '#server/http/who.ts';
import { activate } from './activate.ts';
import { changePassword } from './change-password.ts';
import { changeUsername } from './change-username.ts';
import { deleteMember } from './delete-member.ts';
import { readFavourites } from './favourites.ts';
import { forgotPassword } from './forgot-password.ts';
import { dropPerformer, keepPerformer } from './keep-performer.ts';
import { logIn } from './log-in.ts';
import { logInWithLink } from './log-in-with-link.ts';
import { logOut } from './log-out.ts';
import { readBasicInfo } from './reads.ts';
import { register } from './register.ts';
import { resendActivation } from './resend-activation.ts';
import { suggestUsernames } from './suggest-usernames.ts';

export function memberRoutes({ bind, deps }: RouteTools): void {
  bind(calls.register, register, { limit: 'register', served: true });
  bind(calls.readPasswordPolicy, async () => ({ policy: deps.config.passwordPolicy }));
  bind(calls.logIn, logIn, { limit: 'login', after: (c, { token }) => rememberSession(deps, c, token) });
  bind(calls.logInWithLink, logInWithLink, {
    limit: 'login',
    after: (c, { token }) => rememberSession(deps, c, token),
  });
  bind(calls.logOut, logOut, { after: (c) => forgetSession(deps, c) });
  bind(calls.activate, activate);
  bind(calls.resendActivation, resendActivation, { limit: 'recovery' });
  bind(calls.forgotPassword, forgotPassword, { limit: 'recovery' });
  bind(calls.changePassword, changePassword);
  bind(calls.deleteMember, deleteMember, { after: (c) => forgetSession(deps, c) });
  bind(calls.readBasicInfo, readBasicInfo);
  bind(calls.changeUsername, changeUsername, { after: (c, { token }) => rememberSession(deps, c, token) });
  bind(calls.suggestUsernames, suggestUsernames);
  bind(listFavourites, readFavourites);
  bind(addFavourite, keepPerformer);
  bind(removeFavourite, dropPerformer);
}

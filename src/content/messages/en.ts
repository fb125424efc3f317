import camback from './en/camback.json' with { type: 'json' };
import chat from './en/chat.json' with { type: 'json' };
import emoji from './en/emoji.json' with { type: 'json' };
import history from './en/history.json' with { type: 'json' };
import member from './en/member.json' with { type: 'json' };
import messaging from './en/messaging.json' with { type: 'json' };
import money from './en/money.json' with { type: 'json' };
import passkeys from './en/passkeys.json' with { type: 'json' };
import performers from './en/performers.json' with { type: 'json' };
import phone from './en/phone.json' with { type: 'json' };
import photos from './en/photos.json' with { type: 'json' };
import safety from './en/safety.json' with { type: 'json' };
import settings from './en/settings.json' with { type: 'json' };
import site from './en/site.json' with { type: 'json' };
import toys from './en/toys.json' with { type: 'json' };
import vip from './en/vip.json' with { type: 'json' };
import wallet from './en/wallet.json' with { type: 'json' };

export const texts = {
  ...site,
  ...safety,
  ...performers,
  ...money,
  ...member,
  ...passkeys,
  ...messaging,
  ...emoji,
  ...photos,
  ...chat,
  ...wallet,
  ...history,
  ...camback,
  ...phone,
  ...settings,
  ...toys,
  ...vip,
};

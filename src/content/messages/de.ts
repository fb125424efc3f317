import camback from './de/camback.json' with { type: 'json' };
import chat from './de/chat.json' with { type: 'json' };
import emoji from './de/emoji.json' with { type: 'json' };
import history from './de/history.json' with { type: 'json' };
import member from './de/member.json' with { type: 'json' };
import messaging from './de/messaging.json' with { type: 'json' };
import money from './de/money.json' with { type: 'json' };
import passkeys from './de/passkeys.json' with { type: 'json' };
import performers from './de/performers.json' with { type: 'json' };
import phone from './de/phone.json' with { type: 'json' };
import photos from './de/photos.json' with { type: 'json' };
import safety from './de/safety.json' with { type: 'json' };
import settings from './de/settings.json' with { type: 'json' };
import site from './de/site.json' with { type: 'json' };
import toys from './de/toys.json' with { type: 'json' };
import vip from './de/vip.json' with { type: 'json' };
import wallet from './de/wallet.json' with { type: 'json' };

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

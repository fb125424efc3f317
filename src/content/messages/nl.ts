import acts from './nl/acts.json' with { type: 'json' };
import cases from './nl/cases.json' with { type: 'json' };
import chat from './nl/chat.json' with { type: 'json' };
import content from './nl/content.json' with { type: 'json' };
import desk from './nl/desk.json' with { type: 'json' };
import house from './nl/house.json' with { type: 'json' };
import identity from './nl/identity.json' with { type: 'json' };
import insight from './nl/insight.json' with { type: 'json' };
import member from './nl/member.json' with { type: 'json' };
import messaging from './nl/messaging.json' with { type: 'json' };
import money from './nl/money.json' with { type: 'json' };
import payouts from './nl/payouts.json' with { type: 'json' };
import performers from './nl/performers.json' with { type: 'json' };
import pictures from './nl/pictures.json' with { type: 'json' };
import records from './nl/records.json' with { type: 'json' };
import safety from './nl/safety.json' with { type: 'json' };
import settings from './nl/settings.json' with { type: 'json' };
import site from './nl/site.json' with { type: 'json' };
import studio from './nl/studio.json' with { type: 'json' };
import toys from './nl/toys.json' with { type: 'json' };
import vip from './nl/vip.json' with { type: 'json' };
import wall from './nl/wall.json' with { type: 'json' };
import wallet from './nl/wallet.json' with { type: 'json' };
import work from './nl/work.json' with { type: 'json' };

export const texts = {
  ...site,
  ...safety,
  ...performers,
  ...money,
  ...member,
  ...messaging,
  ...chat,
  ...wallet,
  ...settings,
  ...studio,
  ...insight,
  ...pictures,
  ...desk,
  ...content,
  ...house,
  ...identity,
  ...payouts,
  ...cases,
  ...wall,
  ...work,
  ...records,
  ...acts,
  ...toys,
  ...vip,
};

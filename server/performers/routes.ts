import * as categories from '#contract/performers/directory/categories-calls.ts';
import * as directory from '#contract/performers/directory/directory-calls.ts';
import * as sitemap from '#contract/performers/directory/sitemap-calls.ts';
import * as snapshots from '#contract/performers/directory/snapshots-calls.ts';
import * as profile from '#contract/performers/profile/profile-calls.ts';
import * as promotions from '#contract/performers/profile/promotions-calls.ts';
import { type Binding, bind } from '#server/calls/handler.ts';
import { listCategories, readCategory } from './categories/read-categories.ts';
import { autocompletePerformers } from './directory/autocomplete-performers.ts';
import {
  countByFilter,
  countPerformers,
  findPerformers,
  listPerformers,
  listSnapshots,
} from './directory/find-performers.ts';
import { listSitemapEntries } from './directory/list-sitemap-entries.ts';
import { readProfile, readProfileById } from './profile/read-profile.ts';
import { listPromotions } from './promotions/list-promotions.ts';
import { listStarting } from './schedule/starts.ts';

export const performerRoutes: readonly Binding[] = [
  bind(directory.listPerformers, listPerformers),
  bind(directory.listStarting, listStarting),
  bind(directory.findPerformers, findPerformers),
  bind(snapshots.listSnapshots, listSnapshots),
  bind(directory.countPerformers, countPerformers),
  bind(directory.countByFilter, countByFilter),
  bind(directory.autocompletePerformers, autocompletePerformers),
  bind(sitemap.listSitemapEntries, listSitemapEntries),
  bind(categories.listCategories, listCategories),
  bind(categories.readCategory, readCategory),
  bind(profile.readProfile, readProfile),
  bind(profile.readProfileById, readProfileById),
  bind(promotions.listPromotions, listPromotions),
];

// Pictures of the scenes for the studio's gallery, drawn by the studio itself in a Chromium.

import { join } from 'node:path';
import { cache } from './install.js';

/** Pictures outlive builds: light/, dark/, and index.json with the names of the scenes that have them. */
export const thumbnailCache = join(cache, 'thumbnails');

/** Draws those that are missing or stale. */
export async function updateThumbnails() {}

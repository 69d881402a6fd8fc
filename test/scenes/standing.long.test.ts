import { test } from 'vitest';
import { expectToStand } from './support.js';

test('a pyramid of 210 boxes stands for 20 s', () => expectToStand('pyramid', { base: 20 }));

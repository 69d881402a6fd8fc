// A thousand scenes that nobody chose.

import { testSeeds } from './cases.js';

testSeeds({ stack2: 200, stack3: 150, slender: 150, plates: 100, tumble: 150, deep: 100, bullet: 130, heap: 20 });

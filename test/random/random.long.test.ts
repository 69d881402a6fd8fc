// A thousand scenes that nobody chose.

import { testSeeds } from './cases.js';

testSeeds(
  { stack2: 200, stack3: 150, slender: 150, plates: 100, tumble: 150, deep: 100, bullet: 130, heap: 20, bounce: 60 },
  [
    // docs/decisions/six-heaps.md
    ['heap', 614215],
    ['heap', 614256],
    ['heap', 614284],
    ['heap', 740022],
    ['heap', 820003],
    ['heap', 821055],
    ['heap', 830005],
    ['heap', 970048],
    ['heap', 7100039],
    // docs/decisions/six-corners.md
    ['heap', 3040066],
    ['heap', 4100003],
    ['heap', 4100081],
    ['heap', 5210055],
    ['roundHeap', 820111],
    ['roundHeap', 850002],
    ['roundHeap', 850011],
    ['roundHeap', 860009],
    ['roundHeap', 971018],
    ['roundHeap', 971034],
    ['roundHeap', 981061],
    ['roundHeap', 1011013],
    ['roundHeap', 1011016],
    ['roundHeap', 1012024],
    ['roundHeap', 1012076],
    ['roundHeap', 1013015],
    ['roundHeap', 1020008],
    ['roundHeap', 1031003],
    ['roundHeap', 1031055],
    ['roundHeap', 2031006],
    // docs/decisions/six-tori.md; 8800074 woke without its weight, docs/decisions/rest.md
    ['roundHeap', 3031036],
    ['roundHeap', 3041021],
    ['roundHeap', 8800026],
    ['roundHeap', 8800074],
    ['roundHeap', 6200009],
    ['roundHeap', 7000070],
    ['deep', 881031],
    ['deep', 881098],
  ],
);

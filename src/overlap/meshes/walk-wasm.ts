// Made by scripts/build-kernels.js from kernels/mesh-walk.ts: do not edit. 3992 bytes of WebAssembly.

export const WALK_WASM =
  '(\x89\x9b\x95)((()Q-\x88-§§§§§)§\x88*§§(\x88+§§§)§\x88/§§§§§§§)§\x88,§§§§)§*7)+\x8d\x96\x9e.\x95\x8d\x95\x97\x9a' +
  '¡*()+.-()*+,/9*,\x9f\x89\x94\x93(+.\x95\x8d\x95\x97\x9a¡*(2ÞF-º-+.¤,§,£H(H)iø(\x96ig\x99i¨-\x94\x92J3P*(H)n,§H3P' +
  '*,H,n-i(3,hH373H3H)^*(H3H,^*,H3i8\x92I(H*P*(I4H*P*,H)P*li,\x9c\x92I,H)P*pI*+hH*i(r,hi(I)+hH)i+q,hH4H,H)i*\x9c' +
  '\x92P*(i@\x94\x92I5H+,hH(H)i@\x94\x92J6iĈ(ĥ(,(H5S+(J-ĥ<ĥĚ)iĘ(ĥ(,(H5S+0J.ĥ<ĥĚ)ĥĘ)i¨)ĥ(,(H5S+8J/ĥ<ĥĚ)ĥĘ)ið(ĥ(,(ĥĘ)' +
  'ĥ3,(H6iXS+(H-Êi`S+(H.ÊÈiè(S+(H/ÊÈiĀ(S+(Èa+8-H(H)i@\x94\x92J6H5ĥ(,(ĥ3,(H6H5S+8a+83H)i)\x92I)4)33H(ĥ(,(J9H(ĥ(,@J:ĥ' +
  'Ğ)H(ĥ(,XJ8ĥĞ)I7H(S+8J-H(S+hJ.H-H.\x8bCH(S+PJ/H.H.H/\x8cCH-H/\x8bCI0H(H9H:ĥğ)H8ĥğ)J8H7H+Cĥ3,pH(H-H.H-H.\x8cCH/H.H' +
  '.H/\x8bCH-H/\x8cCJ-H0H+Ca+\x80H(H7H8H+Cĥĕ)ĥ3,\x88H(H0H-H+CÂa+\x98H(i@\x92S+(H(S+(J-ÉI.H(iX\x92S+(H-ÉI/H(iĠ(\x92H' +
  '(S+HH(S+0J0ÉJ-H(S+hH(S+8ÉJ1ÊH(S+PH(S+8ÉJ2H(S+`H0ÉJ0ÊÉa+(H(H2H/ÊH.H1ÊÉa+¨)H(H.H0ÊH-H/ÊÉa+°)H(H,P*4^*¸)H(iÀ)\x92I(' +
  'H,i8\x92I,H*i)\x93I*4)33H3H(^*0H33©-*.§2¤H(k((¨§`*TH(I*+hH*P*pm,hH*iø(\x92I*4)33H*P*lI-H(I*+hH*P*pm,hH)i8\x92H*P' +
  '*liø(\x94\x92I*4)33H*P*lH*P*p\x92J*H-\x93i¨*r,h73H)P*(I+H)P*,J)H*i,\x9c\x92I,H)H-i,\x9c\x92J)I*+hH*H,q,hH+H*P*,i' +
  '@\x94\x92J.S+(H+H*P*(i@\x94\x92J/S+(J4ÉI5H+H*P*0i@\x94\x92J-S+(H4ÉI4i¸:H.S+0H/S+0J6ÉJ7H-S+8H/S+8J8ÉJ9ÊH.S+8H8ÉJ8' +
  'H-S+0H6ÉJ6ÊÉa+(iÀ:H8H4ÊH5H9ÊÉa+(iÈ:H5H6ÊH7H4ÊÉa+(H0i¸:S+(ÈI0H1iÀ:S+(ÈI1H2iÈ:S+(ÈI2H*i8\x92I*4)33H0H0ÊH1H1ÊÈH2H2Ê' +
  'ÈÇJ4l((((((((\x8cm,h73H0H4ËI5H1H4ËI6H2H4ËI2l((((((Ę§I0l((((((ĘħI1+hH)H,q,hi(I*+hH*i4q,hH0H5H+H)H*\x92P*(i@\x94' +
  '\x92J-S+(H(S+(ÉJ4ÊH6H-S+0H(S+0ÉJ7ÊÈH2H-S+8H(S+8ÉJ8ÊÈJ9ÌI0H1H9ÍI1H3H4H9H5ÊÉJ3H3ÊH7H9H6ÊÉJ3H3ÊÈH8H9H2ÊÉJ3H3ÊÈÍI3H*' +
  'i,\x92I*4)33H)i8\x92I)4)33H(H5Þ`*XH(H6Þ`*\\H(H2Þ`*`H(H0Þ`*dH(H1Þ`*hH(H3ÇÞ`*T3ě))+¤H(H)S+\xa0H*S+(H)S+(ÉÊH)S+¨)H*' +
  'S+0H)S+0ÉÊÈH)S+°)H*S+8H)S+8ÉÊÈJ+a+(H(H)S+\xa0H*i@\x92S+(H)S+(ÉÊH)S+¨)H*S+HH)S+0ÉÊÈH)S+°)H*S+PH)S+8ÉÊÈJ,a+0H(H)S+' +
  '\xa0H*iX\x92S+(H)S+(ÉÊH)S+¨)H*S+`H)S+0ÉÊÈH)S+°)H*S+hH)S+8ÉÊÈJ-a+8H+l((((((((\x8ei1\x94H,l((((((((\x8ei)\x9c\x92H' +
  '-l((((((((\x8ei*\x9c\x923ö6,1§5£4¥+¤+hH/i@q,hH/i)\x9cJ0H/S+(a+\x88H0H/S+@a+\x90H/i0\x92I/4)33i(ĥ(,(ĥ\x86i8S+(ÞĥH' +
  '*J9ĥĈ)I=i@ĥ(,(ĥ\x86iPS+(ÞĥH*J:ĥĈ)I>iXĥ(,(ĥ\x86iè(S+(ÞĥH*J8ĥĈ)I?H9H:ĥ5()*+89:;,-./<=>?J<H8ĥ5()*+,-./89:;DEFGI;H<H' +
  '8ĥ501234567<=>?DEFGI@H9H:ĥ50123@ABC4567DEFGH8ĥ5()*+,-./@ABCDEFGI<H*H)\x93i8\x93I2i¸)H(i8\x92^*(i¼)H)i8\x92^*(iÀ)' +
  'I*+hH*i¸)s,hH*i0\x93J*P*(I/H2H*P*,J0\x92I3H/R*Tk((((\x83,hH/H(8)3H3P*@H+o,hH0R*Tk((((\x83,hH0H)8)3H3H+^*@H3iĈ(ĥ(' +
  ',(H0S+(JQĥ<ĥĚ)iĘ(ĥ(,(H0S+0JRĥ<ĥĚ)ĥĘ)i¨)ĥ(,(H0S+8JSĥ<ĥĚ)ĥĘ)ið(ĥ(,(ĥĘ)ĥ3,(H3iXS+(HQÊi`S+(HRÊÈiè(S+(HSÊÈiĀ(S+(Èa+8H' +
  '3H0ĥ(,HJAĥ3,HH3H0ĥ(,XJBHBĥ5()*+()*+()*+()*+H;ĥĎ)HBHBĥ5,-./,-./,-./,-./H@ĥĎ)ĥČ)HBHBĥ50123012301230123H<ĥĎ)ĥČ)HBĥG' +
  '+ĥH+ĥ3,XH3HAHAĥ5()*+()*+()*+()*+H;ĥĈ)ĥĎ)HAHAĥ5,-./,-./,-./,-./H@ĥĈ)ĥĎ)ĥČ)HAHAĥ50123012301230123H<ĥĈ)ĥĎ)ĥČ)ĥ3,hH3' +
  'H0R*h`*t3H3ĥ(,(H/ĥ(,(ĥę)ĥ\x86H3S+8H/S+8ÉÞĥH*JAĥĈ)H/ĥ(,HJBH3ĥ(,hĥČ)H/S+@H0S+@ÈÞk(((_¼JLĥ;JCĥČ)ĥlHAHAĥ5()*+()*+()*' +
  '+()*+H9ĥĎ)HAHAĥ5,-./,-./,-./,-./H:ĥĎ)ĥČ)HAHAĥ50123012301230123H8ĥĎ)ĥČ)ĥĈ)H3ĥ(,HJDHBHBĥ5()*+()*+()*+()*+H=ĥĎ)HBHB' +
  'ĥ5,-./,-./,-./,-./H>ĥĎ)ĥČ)HBHBĥ50123012301230123H?ĥĎ)ĥČ)ĥČ)HCĥČ)ĥlĥxĥÌ)i/\x995)HDĥG+JNk((¨§\x85HBĥG+JOk((¨§\x85' +
  '\x99,hH/ĥ(,XJBH3ĥ(,XJCĥĎ)JDĥG(HDĥG)ºHDĥG*ºIMHCHAĥĎ)JDĥG(HDĥG)ºHDĥG*ºIEH/R*hJKHBHAĥĎ)JAĥG(HAĥG)ºHAĥG*ºJPHMHCĥG+JF' +
  '¼JGHMH3R*tJH¼JI¾ºHBHBĥ5,-./0123()*+4567HCHCĥ50123()*+,-./4567ĥĎ)HBHBĥ50123()*+,-./4567HCHCĥ5,-./0123()*+4567ĥĎ)ĥ' +
  'č)JAHAĥĎ)JAĥG(HAĥG)ºHAĥG*º¹k(((_ºJJHN¼HLºJN»\x855*HPHGHI¿ºHNºHBĥG+JG\x855*HMHG¼JGHMHK¼JI¾HE»HJHO¼HLºJJ»HH\x865*H' +
  'GHI¿HE»HJºHF\x855*3H/P*pi(rJ3H0P*pi(rJ4\x99,hi¨HH/H(i(H+8(J/i¨Ĉ*H0H)i)H+8(J0H,CJ4P*0I5H0H/H,CJ6P*0I3H4i8\x92I/+h' +
  'H/H5q,hH6i8\x92I0+hH0H3q,h*hH,,£H/ĥ(,pH0ĥ(,pĥrH/ĥ(,\x80H0ĥ(,\x80ĥrĥxH/ĥ(,\x90H0ĥ(,\x90ĥrĥx-H0ĥ(,pH/ĥ(,pĥrH0ĥ(,' +
  '\x80H/ĥ(,\x80ĥrĥxH0ĥ(,\x90H/ĥ(,\x90ĥrĥx3ĥ{5(H-i8\x92H0H/8*J7mH7i7n\x9a5(H-iP\x92H/H08*J4mH4i7n\x9a5(H/H0H7H48,J4' +
  'i(p5(H.H1r,hH-H/P*¸)i+\x9d^*(H-H0P*¸)i+\x9d^*,H-H4^*0H-ih\x93I-3H1i)\x92I13H0iÀ)\x92I04)33H/iÀ)\x92I/4)334*3H4,§' +
  'i)-H3,§i(-H/S+@H0S+@\x8e33,hH*H(i8\x92H/P*liø(\x94\x92^*(H*H0^*,H*H/iø(\x92^*0H*H0^*4-H*H/^*(H*H)i8\x92H0P*liø(' +
  '\x94\x92^*,H*H/^*0H*H0iø(\x92^*43H*i8\x92I*4)33H13ÿ+*5§1¤H(P*¸)I/H)P*¸)I.i/I5+hH-i+q,hH(H/H-\x9ei)\x99J4,§H--H-i' +
  ')\x92i(H-i*oC3i@\x94\x92I6H(H4,§H-i)\x92i(H-i*oC-H-3i@\x94\x92J,S+(H6S+(ÉIAH,S+0H6S+0ÉI@H,S+8H6S+8ÉI?i(I7i(I8+hH' +
  '8i+q,hH)H.H8\x9ei)\x99J3,§H8-H8i)\x92i(H8i*oC3i@\x94\x92J,S+(J;H6S+(ÉI:H,S+0J9H6S+0ÉI>H,S+8J<H6S+8ÉI=H)H3,§H8i)' +
  '\x92i(H8i*oC-H83i@\x94\x92J,S+(H;ÉI;H7H:H@H,S+8H<ÉJ:ÊH?H,S+0H9ÉJ9ÊÉÊH>H?H;ÊHAH:ÊÉÊÈH=HAH9ÊH@H;ÊÉÊÈl((((((((\x8eH' +
  '4\x9bH3\x9bH8\x9c\x9aI7H8i)\x92I84)33i)H2H*H-\x9eH*H-i)\x92J,\x9e\x9bi)\x99H7mH7i/n\x9a\x99CI2H5H7\x99I5H1H7\x9a' +
  'I1H0H7H-i+\x94\x9c\x9aI0H,I-4)33H0i§H2,§i)-H5H1i§\x9b\x9aH+H+i)\x9e\x9b\x99i/\x993C3';

// Made by scripts/build-kernels.js from kernels/mesh-walk.ts: do not edit. 4190 bytes of WebAssembly.

export const WALK_WASM =
  '(\x89\x9b\x95)((()S-\x88-§§§§§)§\x88*§§(\x88+§§§)§\x881§§§§§§§§¥)§\x88,§§§§)§*7)+\x8d\x96\x9e.\x95\x8d\x95\x97' +
  '\x9a¡*()+.-()*+,/9*,\x9f\x89\x94\x93(+.\x95\x8d\x95\x97\x9a¡*(2ĢG-º-+.¤,§,£H(H)iø(\x96ig\x99i¨-\x94\x92J3P*(H)n,' +
  '§H3P*,H,n-i(3,hH373H3H)^*(H3H,^*,H3i8\x92I(H*P*(I4H*P*,H)P*li,\x9c\x92I,H)P*pI*+hH*i(r,hi(I)+hH)i+q,hH4H,H)i*' +
  '\x9c\x92P*(i@\x94\x92I5H+,hH(H)i@\x94\x92J6iĈ(ĥ(,(H5S+(J-ĥ<ĥĚ)iĘ(ĥ(,(H5S+0J.ĥ<ĥĚ)ĥĘ)i¨)ĥ(,(H5S+8J/ĥ<ĥĚ)ĥĘ)ið(ĥ(,' +
  '(ĥĘ)ĥ3,(H6iXS+(H-Êi`S+(H.ÊÈiè(S+(H/ÊÈiĀ(S+(Èa+8-H(H)i@\x94\x92J6H5ĥ(,(ĥ3,(H6H5S+8a+83H)i)\x92I)4)33H(ĥ(,(J9H(ĥ(,' +
  '@J:ĥĞ)H(ĥ(,XJ8ĥĞ)I7H(S+8J-H(S+hJ.H-H.\x8bCH(S+PJ/H.H.H/\x8cCH-H/\x8bCI0H(H9H:ĥğ)H8ĥğ)J8H7H+Cĥ3,pH(H-H.H-H.\x8cCH' +
  '/H.H.H/\x8bCH-H/\x8cCJ-H0H+Ca+\x80H(H7H8H+Cĥĕ)ĥ3,\x88H(H0H-H+CÂa+\x98H(i@\x92S+(H(S+(J-ÉI.H(iX\x92S+(H-ÉI/H(iĠ(' +
  '\x92H(S+HH(S+0J0ÉJ-H(S+hH(S+8ÉJ1ÊH(S+PH(S+8ÉJ2H(S+`H0ÉJ0ÊÉa+(H(H2H/ÊH.H1ÊÉa+¨)H(H.H0ÊH-H/ÊÉa+°)H(H,P*4^*¸)H(iÀ)' +
  '\x92I(H,i8\x92I,H*i)\x93I*4)33H3H(^*0H33©-*.§2¤H(k((¨§`*TH(I*+hH*P*pm,hH*iø(\x92I*4)33H*P*lI-H(I*+hH*P*pm,hH)i8' +
  '\x92H*P*liø(\x94\x92I*4)33H*P*lH*P*p\x92J*H-\x93i¨*r,h73H)P*(I+H)P*,J)H*i,\x9c\x92I,H)H-i,\x9c\x92J)I*+hH*H,q,hH' +
  '+H*P*,i@\x94\x92J.S+(H+H*P*(i@\x94\x92J/S+(J4ÉI5H+H*P*0i@\x94\x92J-S+(H4ÉI4i¸:H.S+0H/S+0J6ÉJ7H-S+8H/S+8J8ÉJ9ÊH.S' +
  '+8H8ÉJ8H-S+0H6ÉJ6ÊÉa+(iÀ:H8H4ÊH5H9ÊÉa+(iÈ:H5H6ÊH7H4ÊÉa+(H0i¸:S+(ÈI0H1iÀ:S+(ÈI1H2iÈ:S+(ÈI2H*i8\x92I*4)33H0H0ÊH1H1' +
  'ÊÈH2H2ÊÈÇJ4l((((((((\x8cm,h73H0H4ËI5H1H4ËI6H2H4ËI2l((((((Ę§I0l((((((ĘħI1+hH)H,q,hi(I*+hH*i4q,hH0H5H+H)H*\x92P*(i' +
  '@\x94\x92J-S+(H(S+(ÉJ4ÊH6H-S+0H(S+0ÉJ7ÊÈH2H-S+8H(S+8ÉJ8ÊÈJ9ÌI0H1H9ÍI1H3H4H9H5ÊÉJ3H3ÊH7H9H6ÊÉJ3H3ÊÈH8H9H2ÊÉJ3H3ÊÈ' +
  'ÍI3H*i,\x92I*4)33H)i8\x92I)4)33H(H5Þ`*XH(H6Þ`*\\H(H2Þ`*`H(H0Þ`*dH(H1Þ`*hH(H3ÇÞ`*T3ě))+¤H(H)S+\xa0H*S+(H)S+(ÉÊH)S' +
  '+¨)H*S+0H)S+0ÉÊÈH)S+°)H*S+8H)S+8ÉÊÈJ+a+(H(H)S+\xa0H*i@\x92S+(H)S+(ÉÊH)S+¨)H*S+HH)S+0ÉÊÈH)S+°)H*S+PH)S+8ÉÊÈJ,a+0H' +
  '(H)S+\xa0H*iX\x92S+(H)S+(ÉÊH)S+¨)H*S+`H)S+0ÉÊÈH)S+°)H*S+hH)S+8ÉÊÈJ-a+8H+l((((((((\x8ei1\x94H,l((((((((\x8ei)\x9c' +
  '\x92H-l((((((((\x8ei*\x9c\x923º8,7§5£+¤4¥+hH2i@q,hH2i)\x9cJ1H2S+(a+\x88H1H2S+@a+\x90H2i0\x92I24)33i(ĥ(,(ĥ\x86i8S' +
  '+(ÞĥH*JAĥĈ)IEi@ĥ(,(ĥ\x86iPS+(ÞĥH*JBĥĈ)IFiXĥ(,(ĥ\x86iè(S+(ÞĥH*J@ĥĈ)IGHAHBĥ5()*+89:;,-./<=>?JDH@ĥ5()*+,-./89:;DEFG' +
  'ICH/i8\x92J1iĘG\x92I:H1J2I3i)I7i¸)I5H/P*(J4i(vJ6,hH2H4i+\x9c\x92I2-i¸)H(i8\x92^*(i¼)H)i8\x92^*(iÀ)I53HDH@ĥ501234' +
  '567<=>?DEFGIHHAHBĥ50123@ABC4567DEFGH@ĥ5()*+,-./@ABCDEFGIDH*H)\x93i8\x93I9+h*hH6,hH2H3n,hH5i¸)n5*i(I6H1I24+3H3P*(' +
  'I4H3P*,I*H3i0\x92I3-H2H:nH5i¸)n\x9a,hH7i(H5i¸)uCI7i)I6H1I34+3H5i0\x93J5P*(I4H5P*,I*3H4R*Tk((((\x83,hH4H(8)3H*H9' +
  '\x92J;P*@H+o,hH*R*Tk((((\x83,hH*H)8)3H;H+^*@H;iĈ(ĥ(,(H*S+(JMĥ<ĥĚ)iĘ(ĥ(,(H*S+0JNĥ<ĥĚ)ĥĘ)i¨)ĥ(,(H*S+8JOĥ<ĥĚ)ĥĘ)ið(' +
  'ĥ(,(ĥĘ)ĥ3,(H;iXS+(HMÊi`S+(HNÊÈiè(S+(HOÊÈiĀ(S+(Èa+8H;H*ĥ(,HJIĥ3,HH;H*ĥ(,XJJHJĥ5()*+()*+()*+()*+HCĥĎ)HJHJĥ5,-./,-.' +
  '/,-./,-./HHĥĎ)ĥČ)HJHJĥ50123012301230123HDĥĎ)ĥČ)HJĥG+ĥH+ĥ3,XH;HIHIĥ5()*+()*+()*+()*+HCĥĈ)ĥĎ)HIHIĥ5,-./,-./,-./,-.' +
  '/HHĥĈ)ĥĎ)ĥČ)HIHIĥ50123012301230123HDĥĈ)ĥĎ)ĥČ)ĥ3,hH;H*R*h`*t3H;ĥ(,(H4ĥ(,(ĥę)ĥ\x86H;S+8H4S+8ÉÞĥH*JIĥĈ)H4ĥ(,HJJH;ĥ(' +
  ',hĥČ)H4S+@H*S+@ÈÞk(((_¼JPHPH0ºH6CJVĥ;JKĥČ)ĥlHIHIĥ5()*+()*+()*+()*+HAĥĎ)HIHIĥ5,-./,-./,-./,-./HBĥĎ)ĥČ)HIHIĥ501230' +
  '12301230123H@ĥĎ)ĥČ)ĥĈ)H;ĥ(,HJLHJHJĥ5()*+()*+()*+()*+HEĥĎ)HJHJĥ5,-./,-./,-./,-./HFĥĎ)ĥČ)HJHJĥ50123012301230123HGĥ' +
  'Ď)ĥČ)ĥČ)HKĥČ)ĥlĥxĥÌ)i/\x995)HLĥG+JXk((¨§\x85HJĥG+JYk((¨§\x85\x99,hH4ĥ(,XJJH;ĥ(,XJKĥĎ)JLĥG(HLĥG)ºHLĥG*ºIWHKHIĥĎ)J' +
  'LĥG(HLĥG)ºHLĥG*ºIZH4R*hJUHJHIĥĎ)JIĥG(HIĥG)ºHIĥG*ºJ[HWHKĥG+JP¼JQHWH;R*tJR¼JS¾ºHJHJĥ5,-./0123()*+4567HKHKĥ50123()*' +
  '+,-./4567ĥĎ)HJHJĥ50123()*+,-./4567HKHKĥ5,-./0123()*+4567ĥĎ)ĥč)JIHIĥĎ)JIĥG(HIĥG)ºHIĥG*º¹k(((_ºJTHX¼HVºJX»\x855*H[' +
  'HQHS¿ºHXºHJĥG+JQ\x855*HWHQ¼JQHWHU¼JS¾HZ»HTHY¼HVºJT»HR\x865*HQHS¿HZ»HTºHP\x855*3H4P*pi(rJ;H*P*pi(rJ<\x99,hH6m,hH2' +
  'H4^*(H2H*^*,H2i0\x92I24+3i¨HH4H(i(H+8(J4i¨Ĉ*H*H)i)H+8(J*H,CJ<P*0I=H*H4H,CJ>P*0I;H<i8\x92I*+hH*H=q,hH>i8\x92I4+hH' +
  '4H;q,h*hH,,£H*ĥ(,pH4ĥ(,pĥrH*ĥ(,\x80H4ĥ(,\x80ĥrĥxH*ĥ(,\x90H4ĥ(,\x90ĥrĥx-H4ĥ(,pH*ĥ(,pĥrH4ĥ(,\x80H*ĥ(,\x80ĥrĥxH4ĥ(,' +
  '\x90H*ĥ(,\x90ĥrĥx3ĥ{5(H-i8\x92H4H*8*J?mH?i7n\x9a5(H-iP\x92H*H48*J<mH<i7n\x9a5(H*H4H?H<8,J<i(p5(H.H8r,hH-H*P*¸)i+' +
  '\x9d^*(H-H4P*¸)i+\x9d^*,H-H<^*0H-ih\x93I-3H8i)\x92I83H4iÀ)\x92I44)33H*iÀ)\x92I*4)334*3H<,§i)-H;,§i(-H4S+@H*S+@' +
  '\x8e33,hH5H(i8\x92H4P*liø(\x94\x92^*(H5H*^*,H5H4iø(\x92^*0H5H*^*4-H5H4^*(H5H)i8\x92H*P*liø(\x94\x92^*,H5H4^*0H5H' +
  '*iø(\x92^*43H5i8\x92I54)33H/H2H1\x93i+\x9di§H7C^*(H83ÿ+*5§1¤H(P*¸)I/H)P*¸)I.i/I5+hH-i+q,hH(H/H-\x9ei)\x99J4,§H--' +
  'H-i)\x92i(H-i*oC3i@\x94\x92I6H(H4,§H-i)\x92i(H-i*oC-H-3i@\x94\x92J,S+(H6S+(ÉIAH,S+0H6S+0ÉI@H,S+8H6S+8ÉI?i(I7i(I8' +
  '+hH8i+q,hH)H.H8\x9ei)\x99J3,§H8-H8i)\x92i(H8i*oC3i@\x94\x92J,S+(J;H6S+(ÉI:H,S+0J9H6S+0ÉI>H,S+8J<H6S+8ÉI=H)H3,§H8' +
  'i)\x92i(H8i*oC-H83i@\x94\x92J,S+(H;ÉI;H7H:H@H,S+8H<ÉJ:ÊH?H,S+0H9ÉJ9ÊÉÊH>H?H;ÊHAH:ÊÉÊÈH=HAH9ÊH@H;ÊÉÊÈl((((((((' +
  '\x8eH4\x9bH3\x9bH8\x9c\x9aI7H8i)\x92I84)33i)H2H*H-\x9eH*H-i)\x92J,\x9e\x9bi)\x99H7mH7i/n\x9a\x99CI2H5H7\x99I5H1H' +
  '7\x9aI1H0H7H-i+\x94\x9c\x9aI0H,I-4)33H0i§H2,§i)-H5H1i§\x9b\x9aH+H+i)\x9e\x9b\x99i/\x993C3';

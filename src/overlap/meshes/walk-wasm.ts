// Made by scripts/build-kernels.js from kernels/mesh-walk.ts: do not edit. 3658 bytes of WebAssembly.

export const WALK_WASM =
  '(\x89\x9b\x95)((()G,\x88,§§§§)§\x88*§§(\x88*§§)§\x88/§§§§§§§)§*7)+\x8d\x96\x9e.\x95\x8d\x95\x97\x9a¡*()+.-()*+(/' +
  '9*,\x9f\x89\x94\x93(+.\x95\x8d\x95\x97\x9a¡*(2ĚC-ą+*.¤-§H*P*(I4H*P*,H)P*li,\x9c\x92I2H)P*pI3+hH3i(r,hi(I*+hH*i+q' +
  ',hH4H2H*i*\x9c\x92P*(i@\x94\x92I)H+,hH(H*i@\x94\x92I6H)S+(I,H)S+0I-H)S+8I.i(I)+hH)i@q,hH)H6\x92H)i+\x94J5S+(H,ÊH' +
  '5S+0H-ÊÈH5S+8H.ÊÈH)S+pÈa+(H)i0\x92I)4)33-H(H*i@\x94\x92J5H)ĥ(,(ĥ3,(H5H)S+8a+83H*i)\x92I*4)33i(I)+hH)i@q,hH(H)' +
  '\x92J*S+XJ,H*S+(J-H*S+@J.ÌÌI/H*H-H.ÍH,ÍJ,H/H+Ca+pH*H/H,H+CÂa+\x88H)i0\x92I)4)33H(i@\x92S+(H(S+(J,ÉI-H(iX\x92S+(H' +
  ',ÉI.H(iĠ(\x92H(S+HH(S+0J/ÉJ,H(S+hH(S+8J0ÉJ1ÊH(S+PH0ÉJ0H(S+`H/ÉJ/ÊÉa+(H(H0H.ÊH-H1ÊÉa+¨)H(H-H/ÊH,H.ÊÉa+°)H(H2P*4^*' +
  '¸)H(iÀ)\x92I(H2i8\x92I2H3i)\x93I34)33H(3©-*.§2¤H(k((¨§`*TH(I*+hH*P*pm,hH*iø(\x92I*4)33H*P*lI-H(I*+hH*P*pm,hH)i8' +
  '\x92H*P*liø(\x94\x92I*4)33H*P*lH*P*p\x92J*H-\x93i¨*r,h73H)P*(I+H)P*,J)H*i,\x9c\x92I,H)H-i,\x9c\x92J)I*+hH*H,q,hH' +
  '+H*P*,i@\x94\x92J.S+(H+H*P*(i@\x94\x92J/S+(J4ÉI5H+H*P*0i@\x94\x92J-S+(H4ÉI4i¨FH.S+0H/S+0J6ÉJ7H-S+8H/S+8J8ÉJ9ÊH.S' +
  '+8H8ÉJ8H-S+0H6ÉJ6ÊÉa+(i°FH8H4ÊH5H9ÊÉa+(i¸FH5H6ÊH7H4ÊÉa+(H0i¨FS+(ÈI0H1i°FS+(ÈI1H2i¸FS+(ÈI2H*i8\x92I*4)33H0H0ÊH1H1' +
  'ÊÈH2H2ÊÈÇJ4l((((((((\x8cm,h73H0H4ËI5H1H4ËI6H2H4ËI2l((((((Ę§I0l((((((ĘħI1+hH)H,q,hi(I*+hH*i4q,hH0H5H+H)H*\x92P*(i' +
  '@\x94\x92J-S+(H(S+(ÉJ4ÊH6H-S+0H(S+0ÉJ7ÊÈH2H-S+8H(S+8ÉJ8ÊÈJ9ÌI0H1H9ÍI1H3H4H9H5ÊÉJ3H3ÊH7H9H6ÊÉJ3H3ÊÈH8H9H2ÊÉJ3H3ÊÈ' +
  'ÍI3H*i,\x92I*4)33H)i8\x92I)4)33H(H5Þ`*XH(H6Þ`*\\H(H2Þ`*`H(H0Þ`*dH(H1Þ`*hH(H3ÇÞ`*T3ä)).¤H(S+\xa0J*H)S+(H(S+(J+ÉÊH' +
  '(S+¨)J,H)S+0H(S+0J-ÉÊÈH(S+°)J.H)S+8H(S+8J/ÉÊÈl((((((((\x8ei1\x94H*H)i@\x92S+(H+ÉÊH,H)S+HH-ÉÊÈH.H)S+PH/ÉÊÈl((((((' +
  '((\x8ei)\x9c\x92H*H)iX\x92S+(H+ÉÊH,H)S+`H-ÉÊÈH.H)S+hH/ÉÊÈl((((((((\x8ei*\x9c\x923µ6,5§5£4¥+¤i(ĥ(,(ĥ\x86i8S+(ÞĥH*' +
  'J=ĥĈ)IAi@ĥ(,(ĥ\x86iPS+(ÞĥH*J>ĥĈ)IBiXĥ(,(ĥ\x86iè(S+(ÞĥH*J<ĥĈ)ICH=H>ĥ5()*+89:;,-./<=>?J@H<ĥ5()*+,-./89:;DEFGI?H@H<' +
  'ĥ501234567<=>?DEFGIDH=H>ĥ50123@ABC4567DEFGH<ĥ5()*+,-./@ABCDEFGI@H*H)\x93i8\x93I7i¨)H(i8\x92^*(i¬)H)i8\x92^*(i°)I' +
  '5+hH5i¨)s,hH5i0\x93J5P*(I*H7H5P*,J3\x92I8H*R*Tk((((\x83,hH*H(8)3H8P*@H+o,hH3R*Tk((((\x83,hH3H)8)3H8H+^*@H3S+(IUH' +
  '3S+0IVH3S+8IWi(I4+hH4i@q,hH4H8\x92H4i+\x94J9S+(HUÊH9S+0HVÊÈH9S+8HWÊÈH4S+pÈa+(H4i0\x92I44)33H8H3ĥ(,HJEĥ3,HH8H3ĥ(,' +
  'XJFHFĥ5()*+()*+()*+()*+H?ĥĎ)HFHFĥ5,-./,-./,-./,-./HDĥĎ)ĥČ)HFHFĥ50123012301230123H@ĥĎ)ĥČ)HFĥG+ĥH+ĥ3,XH8HEHEĥ5()*+' +
  '()*+()*+()*+H?ĥĈ)ĥĎ)HEHEĥ5,-./,-./,-./,-./HDĥĈ)ĥĎ)ĥČ)HEHEĥ50123012301230123H@ĥĈ)ĥĎ)ĥČ)ĥ3,hH8H3R*h`*t3H8ĥ(,(H*ĥ(,' +
  '(ĥę)ĥ\x86H8S+8H*S+8ÉÞĥH*JEĥĈ)H*ĥ(,HJFH8ĥ(,hĥČ)H*S+@H3S+@ÈÞk(((_¼JPĥ;JGĥČ)ĥlHEHEĥ5()*+()*+()*+()*+H=ĥĎ)HEHEĥ5,-./' +
  ',-./,-./,-./H>ĥĎ)ĥČ)HEHEĥ50123012301230123H<ĥĎ)ĥČ)ĥĈ)H8ĥ(,HJHHFHFĥ5()*+()*+()*+()*+HAĥĎ)HFHFĥ5,-./,-./,-./,-./HB' +
  'ĥĎ)ĥČ)HFHFĥ50123012301230123HCĥĎ)ĥČ)ĥČ)HGĥČ)ĥlĥxĥÌ)i/\x995)HHĥG+JRk((¨§\x85HFĥG+JSk((¨§\x85\x99,hH*ĥ(,XJFH8ĥ(,XJ' +
  'GĥĎ)JHĥG(HHĥG)ºHHĥG*ºIQHGHEĥĎ)JHĥG(HHĥG)ºHHĥG*ºIIH*R*hJOHFHEĥĎ)JEĥG(HEĥG)ºHEĥG*ºJTHQHGĥG+JJ¼JKHQH8R*tJL¼JM¾ºHFHF' +
  'ĥ5,-./0123()*+4567HGHGĥ50123()*+,-./4567ĥĎ)HFHFĥ50123()*+,-./4567HGHGĥ5,-./0123()*+4567ĥĎ)ĥč)JEHEĥĎ)JEĥG(HEĥG)ºH' +
  'EĥG*º¹k(((_ºJNHR¼HPºJR»\x855*HTHKHM¿ºHRºHFĥG+JK\x855*HQHK¼JKHQHO¼JM¾HI»HNHS¼HPºJN»HL\x865*HKHM¿HI»HNºHJ\x855*3H*' +
  'P*pi(rJ4H3P*pi(rJ8\x99,hH*H1o,hi¨:H*H(i(8(I/3H2H3o,hi¨@H3H)i)8(I03H*I1H3I2H/H0H,CI:i¨@i¨:H,CI3H0H/H,CI;i¨:i¨@H,C' +
  'I4+hH4H:q,hH3I*+hH*H;q,h*hH,,£H4ĥ(,pH*ĥ(,pĥrH4ĥ(,\x80H*ĥ(,\x80ĥrĥxH4ĥ(,\x90H*ĥ(,\x90ĥrĥx-H*ĥ(,pH4ĥ(,pĥrH*ĥ(,\x80' +
  'H4ĥ(,\x80ĥrĥxH*ĥ(,\x90H4ĥ(,\x90ĥrĥx3ĥ{5(H*H48*J8mH8i7n\x9a5(H4H*8*J9mH9i7n\x9a,§i(-H4H*H8H98,3m5(H.H6r,hH-H4P*¸)' +
  'i+\x9d^*(H-H*P*¸)i+\x9d^*,H-i0\x92I-3H6i)\x92I63H*iÀ)\x92I*4)33H4iÀ)\x92I44)334*3H8,§i)-H4,§i(-H*S+@H3S+@\x8e33,' +
  'hH5H(i8\x92H*P*liø(\x94\x92^*(H5H3^*,H5H*iø(\x92^*0H5H3^*4-H5H*^*(H5H)i8\x92H3P*liø(\x94\x92^*,H5H*^*0H5H3iø(' +
  '\x92^*43H5i8\x92I54)33H63è+*3§1¤H(P*¸)I4H)P*¸)I5i/I0+hH-i+q,hH(H4H-\x9ei)\x99J1,§H--H-i)\x92i(H-i*oC3i@\x94\x92I' +
  '.H(H1,§H-i)\x92i(H-i*oC-H-3i@\x94\x92J,S+(H.S+(ÉI7H,S+0H.S+0ÉI8H,S+8H.S+8ÉI9i(I/i(I,+hH,i+q,hH)H5H,\x9ei)\x99J2,' +
  '§H,-H,i)\x92i(H,i*oC3i@\x94\x92J6S+(J=H.S+(ÉI>H6S+0J?H.S+0ÉI:H6S+8J<H.S+8ÉI;H)H2,§H,i)\x92i(H,i*oC-H,3i@\x94\x92' +
  'J6S+(H=ÉI=H/H>H8H6S+8H<ÉJ<ÊH9H6S+0H?ÉJ>ÊÉÊH:H9H=ÊH7H<ÊÉÊÈH;H7H>ÊH8H=ÊÉÊÈl((((((((\x8eH1\x9bH2\x9bH,\x9c\x9aI/H,i' +
  ')\x92I,4)33H*H-\x9eH*H-i)\x92\x9e\x9bi)\x99H/mH/i/n\x9a\x99,hi)73H/H0\x99I0H/H3\x9aI3H-i)\x92I-4)33H0H3i§\x9b' +
  '\x9aH+H+i)\x9e\x9b\x99i/\x99i(o3';

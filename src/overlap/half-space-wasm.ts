// Made by scripts/build-kernels.js from kernels/mesh-half-space.ts: do not edit. 2686 bytes of WebAssembly.

export const HALF_SPACE_WASM =
  '(\x89\x9b\x95)((()G,\x88*§§(\x88+§§§(\x88.§§§¤§§)§\x88.§§§§§§(*7)+\x8d\x96\x9e.\x95\x8d\x95\x97\x9a¡*()+-,()*+/C' +
  '+.\x8f\x89\x9c\x90\x8d\x9a(*-\x89\x8c\x8c}\x98(+.\x95\x8d\x95\x97\x9a¡*(2Å<,¸*++¤,§+£H)S+(J*iXS+(ÊH)S+0J+i`S+(ÊÈ' +
  'H)S+8J,iè(S+(ÊÈĥ<I2H*ið(S+(ÊH+iø(S+(ÊÈH,iĀ(S+(ÊÈĥ<I3H(i¨)\x92I-H(i¨+\x92I.i(I(+hH(i¨*q,hH2H(ĥ(,ø)ĥĚ)H3H(ĥ(,ø+ĥĚ)' +
  'ĥĘ)J1H(H-\x92ĥ(,(ĥrĥì)J/,hi(I)+hH)i*q,hH/H)\x9di)\x99,hH)i+\x9cJ0H(H-\x92\x92H1ĥI)H1ĥI(H)Ca+(H.H(H0\x92i+\x94' +
  '\x92J0H*a+(H0H+a+0H0H,a+83H)i)\x92I)4)333H(i8\x92I(4)333à-)8¤H)S+(J.iĘ(S+(J+ÉI4H)S+8J/i¨)S+(J,ÉI5H(H(S+(H)S+0J0i' +
  'Ġ(S+(J-ÉJ6H*S+8J1H,ÉJ7ÊH5H*S+0J2H-ÉJ8ÊÉl((((((ĈgÊJ3H+ÊH5H*S+(J5H+ÉJ9ÊH4H7ÊÉl((((((ĈgÊJ7H-ÊÈH4H8ÊH6H9ÊÉl((((((ĈgÊ' +
  'J6H,ÊÈl((((((0hËJ8Èa+(H(i0\x92H(S+0H8l((((((øgÊJ9H+H.ÈH5ÈJ:ÊÈa+(H(i8\x92H(S+8H9H-H0ÈH2ÈJ4ÊÈa+(H(i@\x92H(S+@H9H,H' +
  '/ÈH1ÈJ9ÊÈa+(H(iH\x92H(S+HH8lÂÁÁÁÁÁÑgÊJ8H+H+ÊH.H.ÊÈH5H5ÊÈH:H:ÊÈÊÈa+(H(iP\x92H(S+PH8H+H-ÊH.H0ÊÈH5H2ÊÈH:H4ÊÈÊÈa+(H(' +
  'iX\x92H(S+XH8H+H,ÊH.H/ÊÈH5H1ÊÈH:H9ÊÈÊÈa+(H(i`\x92H(S+`H8H-H-ÊH0H0ÊÈH2H2ÊÈH4H4ÊÈÊÈa+(H(ih\x93J)H)S+(H8H-H,ÊH0H/ÊÈ' +
  'H2H1ÊÈH4H9ÊÈÊÈa+(H(ið(\x92H(S+pH8H,H,ÊH/H/ÊÈH1H1ÊÈH9H9ÊÈÊÈa+(H(iø(\x92H(S+xH3Èa+(H(iĀ(\x92H(S+\x80H7Èa+(H(iĈ(' +
  '\x92H(S+\x88H6Èa+(H(iĐ(\x92H(S+\x90H4H6ÊH9H7ÊÉl((((((0hËÈa+(H(iĘ(\x92H(S+\x98H9H3ÊH:H6ÊÉl((((((0hËÈa+(H(iĠ(\x92H' +
  '(S+\xa0H:H7ÊH4H3ÊÉl((((((0hËÈa+(3«/*<§0¤H(P*(I=H(P*,I<H(P*0I;H(P*4I:H(P*8I9i(S+(JIi@S+(JFÊi0S+(JHiHS+(JEÊÈi8S+(J' +
  'GiPS+(JDÊÈICi(i@HIl((((((((\x8cCI8i0iHHHl((((((((\x8cCI7i8iPHGl((((((((\x8cCI6iø-I@i(I(H,I.+hHIH8H;H(iX\x94\x92J' +
  '/\x92S+(ÊHHH/H7\x92S+(ÊÈHGH/H6\x92S+(ÊÈHCÉl((((((((\x8b,hH:H(i*\x9cJ/\x92P*(I1H/H9\x92P*(J5m,hH@H1^*(H@i,\x92I@H' +
  '(i)\x92I(4*3H1I3+hH3H1H5\x92p,hH-H>n,hi§73H<H3i4\x94\x92I4i§I0i(I?+hH?i+q,hH.H?i+\x9c\x92HIH=H4H?i*\x9c\x92P*(J/' +
  'i@\x94\x92J(S+(HFÉÊHHH(S+0HEÉÊÈHGH(S+8HDÉÊÈJBa+0H+HB\x8c,hH)H/i,\x9c\x92J(P*(H*o,hH(H*^*(H(H/^*,3H0i(p,hH/I0-H)H' +
  '0J(i,\x9c\x92P*,IA+hH(HAo,hH)H(i,\x9c\x92H)HAi,\x9c\x92P*,J(^*,H)H(i,\x9c\x92P*,IA4)33H(I2H/J(i,\x9cH)\x92P*,IA+' +
  'hH(HAo,hH)H(i,\x9c\x92H)HAi,\x9c\x92P*,J(^*,H)H(i,\x9c\x92P*,IA4)33H(H2r,hH)H(i,\x9c\x92H2^*,-H(H2p,hH)H2i,\x9c' +
  '\x92H(^*,3333H?i)\x92I?4)33H0i(v,hH.H3^*(H.H0^*,H>i)\x92I>H.iH\x92I.3H3i)\x92I34)333H@iø-o,hH@i,\x93J@P*(I(4)33H' +
  ',I*+hH*H.q,hH)H*P*,J(i,\x9c\x92P*,I-+hH(H-o,hH)H(i,\x9c\x92H)H-i,\x9c\x92P*,J(^*,H)H(i,\x9c\x92P*,I-4)33H*H(^*,H' +
  ')H(i,\x9c\x92i§^*0H*iH\x92I*4)33i(I(+hH,H.q,hH)H,P*,i,\x9c\x92J*P*0i(p,hH*H(^*0H(i)\x92I(3H,H*P*0^*,H,iH\x92I,4)' +
  '33iĈ(H(^*(H>3ñ-*2§/¤H(P*(I/H(P*,I0i@S+(I8iHS+(I9iPS+(I:iĈ(P*(i)\x93I(+hH(i(v,hH-H(i¨1\x94\x92I1i(I.+hH.i¨)q,hH.H' +
  '1\x92l((((((((a+(H.i0\x92I.4)33i¨)I.+hH.i¨+q,hH.H1\x92l((((((Ęħa+(H.i0\x92I.4)33H(i)\x93I(4)33H+H,i-\x9c\x92I,+h' +
  'H+H,q,hH0H+P*(i4\x94\x92I4H-H+P*,i¨1\x94\x92I1iĘ(I.i(I(+hH(i+q,hH4H(i*\x9c\x92P*(I5H4H(i)\x92i(H(i*oCJ2i*\x9c' +
  '\x92P*(I6H+H2i+\x9c\x92S+0I<H+H(i+\x9c\x92S+0J;l((((((((\x8bJ2,hH.H/H5i@\x94\x92J3S+(H8Éa+(H.H3S+0H9Éa+0H.H3S+8H' +
  ':Éa+8H)H5i,\x9c\x92J3P*4H*o,hH3H*^*4H1H.8(3H.i@\x92I.3H2H<l((((((((\x8bo,hH.H/H5H6H2CJ3i@\x94\x92J7S+(J>H8ÉH;H<H' +
  '2CJ=H=H<H;H2CÉËJ;H/H6H5H2CJ2i@\x94\x92J5S+(H>ÉÊÈa+(H.H7S+0J<H9ÉH;H5S+0H<ÉÊÈa+0H.H7S+8J<H:ÉH;H5S+8H<ÉÊÈa+8H3i/' +
  '\x94H2\x92i¨0\x97i4\x94i¸0\x92J5P*(H3n,§H5P*,H2n-i(3,§H5P*0H*n-i(3,§i(-H5H3^*(H5H2^*,H5H*^*0i)3,hH1H.8(3H.i@\x92' +
  'I.3H(i)\x92I(4)33H.iĘ(\x93J(ið(w,hH1i°)iÈ)8)3H(iĈ(n,hH1iÈ)ià)8)3H+iH\x92I+4)333';

import { World } from '../../../src/index.js';
import { quasiRigid } from '../../../src/quasi-rigid.js';
const material={young:1e6,poisson:.3};
const ground={name:'g',type:'static',shape:{type:'half-space'}};
const L=['x','y','z','rx','ry','rz'];
function go(name:string,bodies:any[],h=1e-3,contact:any={}) { const w=new World({gravity:[0,0,0],timeStep:h,contact:{model:'quasi-rigid',...contact},bodies} as any,{models:[quasiRigid]}); w.step(h); w.step(h); const cs=w.contacts(['tractions']) as any[]; const c=cs[0]; if(!c){console.log(name,'none');return;} console.log(name,cs.length,'F',Math.hypot(...c.force).toFixed(4),'a',(c.contactRadius*1e3).toFixed(3),'pmax',(c.pressureMax/1e3).toFixed(2),'pmean',(c.pressureMean/1e3).toFixed(2),'d',(c.approach*1e3).toFixed(4),'E',c.elasticEnergy.toExponential(3),'nodes',c.tractions.areas.length, 'h',h); }
for (const h of [1e-3,1/60]) {
go('ball 10.361 7.071 98.94',[ground,{shape:{type:'sphere',radius:.05},mass:1,position:[0,.049,0],locked:L,material}],h);
go('2balls 4.230 5.774 60.59',[{type:'static',shape:{type:'sphere',radius:.1},position:[0,-.1,0],material},{shape:{type:'sphere',radius:.05},mass:1,position:[0,.049,0],locked:L,material}],h);
go('punch 43.96 20 p0 17.49',[{...ground,material},{shape:{type:'cylinder',radius:.02,height:.1},mass:1,position:[0,.049,0],locked:L}],h);
go('punch tilted lattice',[{...ground,material},{shape:{type:'cylinder',radius:.02,height:.1},mass:1,position:[0,.049,0],rotation:[0,Math.sin(.2),0,Math.cos(.2)],locked:L}],h);
go('cone 69.05 20',[{...ground,material},{shape:{type:'cone',radius:.1,height:.01},mass:1,position:[0,.005-.0031416,0],rotation:[1,0,0,0],locked:L}],h);
go('box',[{...ground,material},{shape:{type:'box',size:[.04,.1,.04]},mass:1,position:[0,.049,0],locked:L}],h);
go('box big ground box',[{type:'static',shape:{type:'box',size:[1,.2,1]},position:[0,-.1,0],material},{shape:{type:'box',size:[.04,.1,.04]},mass:1,position:[0,.049,0],locked:L}],h);
go('ball on box 10.361',[{type:'static',shape:{type:'box',size:[1,.2,1]},position:[0,-.1,0]},{shape:{type:'sphere',radius:.05},mass:1,position:[0,.049,0],locked:L,material}],h);
go('ball vol',[ground,{shape:{type:'sphere',radius:.05},mass:1,position:[0,.049,0],locked:L,material}],h,{response:'volume',width:.0707});
}
for (const nodes of [100,400]) { const w=new World({gravity:[0,0,0],timeStep:1/60,contact:{model:'quasi-rigid',nodes},bodies:[ground,{shape:{type:'cylinder',radius:.05,height:.3},density:1100,position:[0,.05,0],rotation:[Math.SQRT1_2,0,0,Math.SQRT1_2],force:[0,-300,0],material}]} as any,{models:[quasiRigid]}); for(let k=0;k<120;k++) w.step(1/60); const c=w.contacts(['tractions'])[0] as any; console.log('roller 83.64', nodes, 'F',c.force[1],'pmax',c.pressureMax, 'd',c.approach, c.tractions.areas.length); }
// socket mesh

import { World } from '../../../src/index.js';
import { quasiRigid } from '../../../src/quasi-rigid.js';
const material={young:1e6,poisson:.3};
const ground={type:'static',shape:{type:'half-space'}};
for (const [h,E] of [[1e-3,1e6],[1/60,1e7]] as any) {
const w=new World({timeStep:h,contact:{model:'quasi-rigid',friction:.5},sleep:false,bodies:[ground,{shape:{type:'sphere',radius:.05},density:1100,position:[0,.05-.6675e-3*(1e6/E)**(2/3),0],material:{...material,young:E}}]} as any,{models:[quasiRigid]});
for(let k=0;k<200;k++) w.step(h);
const c0=process.cpuUsage();
for(let k=0;k<1000;k++) w.step(h);
const c=process.cpuUsage(c0); console.log(h,E,'cpu ms/step',(c.user+c.system)/1e6, (w.contacts()[0] as any).force[1]);
}

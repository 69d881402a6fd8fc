import { World } from '../../../src/index.js';
import { quasiRigid } from '../../../src/quasi-rigid.js';
const mat={young:1e6,poisson:0.3};
function ballScene(y:number, opts:any={}, body:any={}, scene:any={}) {
  return new World({ gravity:[0,-9.81,0], timeStep: 1e-3, contact:{model:'quasi-rigid', friction:0.5, ...opts}, bodies:[
   {name:'ground', type:'static', shape:{type:'half-space'}},
   {name:'ball', shape:{type:'sphere', radius:0.05}, density:1100, position:[0,y,0], material:mat, ...body}], ...scene} as any, {models:[quasiRigid]});
}
const bodyOf=(w:any)=>[...w.bodies()].find((b:any)=>b.name==='ball') as any;
// rest
for (const h of [1/60, 1/240, 1e-3, 1e-4]) {
  const w=ballScene(0.05, {}, {}, {timeStep:h});
  for(let t=0;t<2;t+=h) w.step(h);
  const c=w.contacts()[0] as any; const e=w.energy();
  console.log('rest', h.toFixed(5), c&&c.force[1].toFixed(4), c&&(c.approach*1e3).toFixed(5), c&&(c.contactRadius*1e3).toFixed(4), c&&c.pressureMax, 'y', bodyOf(w).position[1], 'v', bodyOf(w).linearVelocity[1]);
}
// spin
for (const h of [1/60, 1e-3]) {
  const w=ballScene(0.05-0.6675e-3, {}, {angularVelocity:[0,20,0]}, {timeStep:h});
  let t=0; while(t<2 && Math.abs(bodyOf(w).angularVelocity[1])>1e-3){ w.step(h); t+=h; if (Math.abs(t-0.5)<h/2) console.log('  torque', w.contacts().map((c:any)=>[c.torque,c.force, c.state])); }
  console.log('spin stop', h, t, bodyOf(w).position);
}
// impact
for (const h of [25.44e-3/60, 25.44e-3/200, 1e-3, 5e-3, 1/60]) {
  const w=ballScene(0.05+0.001, {}, {linearVelocity:[0,-0.1,0]}, {gravity:[0,0,0], timeStep:h});
  let first=-1,last=-1,dmax=0,fmax=0; let t=0;
  for(let k=0;k<0.1/h;k++){ w.step(h); t+=h; const c=w.contacts()[0] as any; if(c&&c.force[1]>0){ if(first<0) first=t; last=t; dmax=Math.max(dmax,c.approach); fmax=Math.max(fmax,c.force[1]); } }
  console.log('impact', h.toExponential(2), 'v', bodyOf(w).linearVelocity[1].toFixed(5), 'T', ((last-first)*1e3).toFixed(2), 'd', (dmax*1e3).toFixed(4), 'F', fmax.toFixed(3));
}
// Fig 8
for (const h of [1e-3, 1/240]) {
  const th=20*Math.PI/180; const c=Math.cos(th/2), s=Math.sin(th/2);
  const g=9.81; 
  const w=new World({timeStep:h, contact:{model:'quasi-rigid',friction:0.4}, bodies:[
   {name:'ground',type:'static',shape:{type:'half-space'},rotation:[0,0,s,c], material:mat},
   {name:'ball',shape:{type:'sphere',radius:0.1},density:1100,position:[-Math.sin(th)*0.0995,Math.cos(th)*0.0995,0],angularVelocity:[0,0,-100], material:mat}]} as any,{models:[quasiRigid]});
  let t=0, best=-1, p0=bodyOf(w).position.slice(), vmax=0, tv=0; const along=(p:any)=>(p[0]-p0[0])*Math.cos(th)+(p[1]-p0[1])*Math.sin(th); let sv=0;
  while(t<1.6){ w.step(h); t+=h; const b=bodyOf(w); const v=b.linearVelocity[0]*Math.cos(th)+b.linearVelocity[1]*Math.sin(th); if(v>vmax){vmax=v;tv=t;sv=along(b.position);} best=Math.max(best,along(b.position)); }
  console.log('fig8', h, 'vmax', vmax.toFixed(4), 'at', tv.toFixed(3), 's', sv.toFixed(4), 'highest', best.toFixed(4), (w.contacts()[0] as any)?.force);
}

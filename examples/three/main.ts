// A coin wobbles to rest: the patch on which it stands, the force there, and the way that the centre of pressure has
// gone.

import { type Body, World } from 'sixfold';
import { ContactPatchView, meshFromShape, syncMeshes, TrailView, WrenchView } from 'sixfold/three';
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';

const world = new World({ timeStep: 1 / 240, contact: { friction: 0.5 } });
world.addBody({ type: 'static', shape: { type: 'half-space' } });
const start = { position: [0, 0.31, 0], rotation: [0.2955, 0, 0, 0.9553], angularVelocity: [0, 3.8, -5.5] } as const;
const coin = world.addBody({ shape: { type: 'cylinder', radius: 0.5, height: 0.06 }, density: 7800, ...start });

const renderer = new THREE.WebGLRenderer({ antialias: true, canvas: document.querySelector('canvas')! });
renderer.setSize(innerWidth, innerHeight);
renderer.shadowMap.enabled = true;
renderer.toneMapping = THREE.ACESFilmicToneMapping;
const camera = new THREE.PerspectiveCamera(38, innerWidth / innerHeight, 0.01, 500);
camera.position.set(1.2, 1.1, 1.8);
new OrbitControls(camera, renderer.domElement);
const sun = new THREE.SpotLight('#fff1dd', 160, 0, 0.35, 0.9);
sun.position.set(2, 5, 2);
sun.castShadow = true;
const views = [new ContactPatchView({ lineWidth: 3 }), new WrenchView({ newtonsPerMetre: 8000, labels: true })];
const trail = new TrailView({ color: '#7fd4ff', jump: 0.1 });
const scene = new THREE.Scene().add(sun, trail, ...views);
scene.environment = new THREE.PMREMGenerator(renderer).fromScene(new RoomEnvironment(), 0.04).texture;
scene.environmentIntensity = 0.45;

const gold = new THREE.MeshStandardMaterial({ color: '#e8b54a', metalness: 1, roughness: 0.22 });
const create = ({ shape }: Body) =>
  meshFromShape(shape, shape.type === 'cylinder' ? { material: gold } : { color: '#1d2530' });
const meshes = new Map<Body, THREE.Object3D>();
let time = 0;
renderer.setAnimationLoop((now) => {
  for (time = Math.max(time, now - 50); time < now; time += 1000 * world.timeStep) {
    world.step();
    trail.update(world.contacts());
  }
  if (coin.asleep) Object.assign(coin, start);
  syncMeshes(world, meshes, { parent: scene, create });
  for (const view of views) view.update(world.contacts());
  renderer.render(scene, camera);
});

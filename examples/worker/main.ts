// Draws what the worker posts: however long its steps take, the camera turns smoothly.

import { ContactPatchView, meshFromShape, syncPoses } from 'sixfold/three';
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

const renderer = new THREE.WebGLRenderer({ antialias: true, canvas: document.querySelector('canvas')! });
renderer.setSize(innerWidth, innerHeight);
renderer.shadowMap.enabled = true;
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.01, 500);
camera.position.set(1.4, 2.2, 2.2);
const controls = new OrbitControls(camera, renderer.domElement);
controls.autoRotate = true;
const sun = new THREE.SpotLight('white', 80, 0, 0.32, 0.9);
sun.position.set(2, 6, 3);
sun.castShadow = true;
const patches = new ContactPatchView();
const scene = new THREE.Scene().add(sun, new THREE.HemisphereLight('white', '#8899aa', 1.6), patches);

const colors = ['#aeb9c4', '#f3efe6', '#e0a458', '#4f7cac', '#bc4b51', '#6a994e'];
const meshes: THREE.Mesh[] = [];
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
worker.onmessage = ({ data: { shapes = [], poses = [], contacts = [] } }) => {
  for (const [k, shape] of shapes.entries()) meshes.push(meshFromShape(shape, { color: colors[k % 6]! }));
  if (shapes.length > 0) scene.add(...meshes);
  syncPoses(poses, meshes);
  patches.update(contacts);
};
renderer.setAnimationLoop(() => {
  controls.update();
  renderer.render(scene, camera);
});

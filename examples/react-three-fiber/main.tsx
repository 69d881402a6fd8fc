// Slabs piled up as far over the edge as they stand, with the pressure between them; every click throws a ball.

import { Canvas, useFrame } from '@react-three/fiber';
import { useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { type Body, World } from 'sixfold';
import { ContactPatchView, meshFromShape, syncMeshes } from 'sixfold/three';
import { Group } from 'three';

const world = new World({ contact: { friction: 0.6 } });
world.addBody({ type: 'static', shape: { type: 'half-space' }, position: [0, -0.5, 0] });
for (let row = 0, x = -0.6; row < 7; x += 0.4 / (7 - row++))
  world.addBody({ shape: { type: 'box', size: [1, 0.14, 0.6] }, density: 600, position: [x, -0.43 + 0.14 * row, 0] });
const ball = {
  shape: { type: 'sphere', radius: 0.12 },
  mass: 5,
  position: [-2, 0.5, 3],
  linearVelocity: [4, 2, -6],
} as const;

const colors: Record<string, string> = { 'half-space': '#eef1f4', box: '#f5e9d3', sphere: '#4f7cac' };
const create = ({ shape }: Body) => meshFromShape(shape, { color: colors[shape.type]! });
function Simulation() {
  const [bodies, meshes] = useMemo(() => [new Group(), new Map()], []);
  const patches = useMemo(() => new ContactPatchView({ pressure: true }), []);
  useFrame((_, elapsed) => {
    world.step(Math.min(elapsed, 1 / 30));
    syncMeshes(world, meshes, { parent: bodies, create });
    patches.update(world.contacts());
  });
  return [bodies, patches].map((object) => <primitive object={object} key={object.id} />);
}

const camera = { position: [1.1, 1, 2.2], fov: 38 } as const;
createRoot(document.body.appendChild(document.createElement('main'))).render(
  <Canvas shadows="percentage" camera={camera} onClick={() => world.addBody(ball)} style={{ height: '100vh' }}>
    <color attach="background" args={['#eef1f4']} />
    <fog attach="fog" args={['#eef1f4', 4, 9]} />
    <hemisphereLight args={['#ffffff', '#c5ccd6', 2.2]} />
    <directionalLight position={[2, 5, 3]} intensity={2.2} castShadow shadow-mapSize={[2048, 2048]} />
    <Simulation />
  </Canvas>,
);

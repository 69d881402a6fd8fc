// Copies of one geometry, each with its own pose, size and colour, in buffers that only grow.

import {
  type BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  type Matrix4,
} from 'three';
import type { RGB } from './line-set.js';

export class InstanceSet extends InstancedMesh<BufferGeometry, Material> {
  private capacity = 0;

  constructor(geometry: BufferGeometry, material: Material, renderOrder: number) {
    super(geometry, material, 0);
    this.renderOrder = renderOrder;
    this.frustumCulled = false;
    this.reserve(32);
  }

  begin(): void {
    this.count = 0;
  }

  place(matrix: Matrix4, color: RGB): void {
    if (this.count === this.capacity) this.reserve(2 * this.capacity);
    const k = this.count++;
    matrix.toArray(this.instanceMatrix.array, 16 * k);
    const c = this.instanceColor!.array;
    c[3 * k] = color.r;
    c[3 * k + 1] = color.g;
    c[3 * k + 2] = color.b;
  }

  end(): void {
    for (const attribute of [this.instanceMatrix, this.instanceColor!]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, attribute.itemSize * this.count);
      attribute.needsUpdate = true;
    }
    this.boundingSphere = null;
    this.boundingBox = null;
  }

  /** Signs, not things: rays pass. */
  override raycast(): void {}

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    super.dispose();
  }

  private reserve(capacity: number): void {
    super.dispose(); // the buffers on the graphics card, which are too small now
    this.instanceMatrix = grown(this.instanceMatrix, 16, capacity);
    this.instanceColor = grown(this.instanceColor, 3, capacity);
    this.capacity = capacity;
  }
}

function grown(from: InstancedBufferAttribute | null, size: number, capacity: number): InstancedBufferAttribute {
  const array = new Float32Array(size * capacity);
  if (from) array.set(from.array);
  const to = new InstancedBufferAttribute(array, size);
  to.setUsage(DynamicDrawUsage);
  return to;
}

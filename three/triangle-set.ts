// Coloured triangles that change every frame, in buffers that only grow.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, type MeshBasicMaterial } from 'three';

export class TriangleSet extends Mesh<BufferGeometry, MeshBasicMaterial> {
  private p = new Float32Array(0);
  private c = new Float32Array(0);
  private t = new Uint32Array(0);
  private vertices = 0;
  private corners = 0;
  private readonly extra: 'color' | 'uv';
  private readonly extraSize: number;

  /** `extra` is what every vertex carries beside its position: a colour, or a place in a texture. */
  constructor(material: MeshBasicMaterial, extra: 'color' | 'uv', renderOrder: number) {
    super(new BufferGeometry(), material);
    this.extra = extra;
    this.extraSize = extra === 'color' ? 3 : 2;
    this.renderOrder = renderOrder;
    // A sphere around what moves every frame costs more than drawing it.
    this.frustumCulled = false;
    this.reserve(64, 192);
    this.end();
  }

  get vertexCount(): number {
    return this.vertices;
  }

  get triangleCount(): number {
    return this.corners / 3;
  }

  begin(): void {
    this.vertices = 0;
    this.corners = 0;
  }

  /** Returns the vertex's number. The last of the extra numbers is left out where there are two. */
  vertex(x: number, y: number, z: number, e0: number, e1: number, e2 = 0): number {
    if (this.vertices === this.p.length / 3) this.reserve(2 * this.vertices, this.t.length);
    const v = this.vertices++;
    this.p[3 * v] = x;
    this.p[3 * v + 1] = y;
    this.p[3 * v + 2] = z;
    const o = this.extraSize * v;
    this.c[o] = e0;
    this.c[o + 1] = e1;
    if (this.extraSize === 3) this.c[o + 2] = e2;
    return v;
  }

  triangle(a: number, b: number, c: number): void {
    if (this.corners + 3 > this.t.length) this.reserve(this.p.length / 3, 2 * this.t.length);
    this.t[this.corners] = a;
    this.t[this.corners + 1] = b;
    this.t[this.corners + 2] = c;
    this.corners += 3;
  }

  /** A convex polygon of the `count` vertices from `first` on. */
  fan(first: number, count: number): void {
    for (let k = 1; k + 1 < count; k++) this.triangle(first, first + k, first + k + 1);
  }

  /** The first of the extra numbers of every vertex, times a factor. */
  scaleExtra(factor: number): void {
    for (let o = 0; o < this.extraSize * this.vertices; o += this.extraSize) this.c[o] *= factor;
  }

  end(): void {
    const { geometry } = this;
    geometry.setDrawRange(0, this.corners);
    touch(geometry.getAttribute('position') as BufferAttribute, 3 * this.vertices);
    touch(geometry.getAttribute(this.extra) as BufferAttribute, this.extraSize * this.vertices);
    touch(geometry.getIndex() as BufferAttribute, this.corners);
    // Made again when somebody casts a ray.
    geometry.boundingSphere = null;
    geometry.boundingBox = null;
  }

  override dispose(): void {
    this.geometry.dispose();
    this.material.map?.dispose();
    this.material.dispose();
  }

  private reserve(vertices: number, corners: number): void {
    this.geometry.dispose(); // the buffers on the graphics card, which are too small now
    if (3 * vertices > this.p.length) {
      this.p = grown(this.p, new Float32Array(3 * vertices));
      this.c = grown(this.c, new Float32Array(this.extraSize * vertices));
      this.geometry.setAttribute('position', dynamic(this.p, 3));
      this.geometry.setAttribute(this.extra, dynamic(this.c, this.extraSize));
    }
    if (corners > this.t.length) {
      this.t = grown(this.t, new Uint32Array(corners));
      this.geometry.setIndex(dynamic(this.t, 1));
    }
  }
}

function grown<T extends Float32Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function dynamic(array: Float32Array | Uint32Array, size: number): BufferAttribute {
  const attribute = new BufferAttribute(array, size);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}

function touch(attribute: BufferAttribute, count: number): void {
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(0, count);
  attribute.needsUpdate = true;
}

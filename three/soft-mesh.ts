import { BufferAttribute, BufferGeometry, Color, type ColorRepresentation, Mesh, MeshStandardMaterial } from 'three';
import { splitAtCreases } from './creased-normals.js';

/** The surface of a soft body as it stands, world frame: `world.part(volume).surfaceOf(name)` has it. */
export interface SurfaceLike {
  readonly positions: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
}

/** Edges of a surface that bend by more than this when it is first seen are drawn sharp (rad). */
const CREASE = 0.6;

/** From what is at rest to what is strained most. */
const COLD = new Color(0x3b6fb6);
const WARM = new Color(0xf2e3b0);
const HOT = new Color(0xc0392b);

/** A mesh that follows a soft body's surface. Its vertices are in the world frame: leave its own pose as it is. */
export class SoftMesh extends Mesh<BufferGeometry, MeshStandardMaterial> {
  private isHot = false;
  /**
   * Vertices of the surface, and which of them each vertex that is drawn is: one on a sharp edge is drawn once for each
   * side.
   */
  private vertices = 0;
  private source: Int32Array = new Int32Array(0);
  private triangles = 0;
  private readonly own = new Color();
  private readonly mixed = new Color();

  constructor(color: ColorRepresentation = 0xc8cdd3) {
    super(new BufferGeometry(), new MeshStandardMaterial({ color, roughness: 0.55, metalness: 0 }));
    this.own.set(color);
    this.castShadow = true;
    this.receiveShadow = true;
    // Bounds would have to be computed anew for every frame.
    this.frustumCulled = false;
  }

  /** Moves the vertices; triangles are taken over where their number has changed, as after a cut. */
  update({ positions, indices }: SurfaceLike): void {
    const { geometry } = this;
    if (3 * this.vertices !== positions.length || this.triangles !== indices.length) {
      const { corners, source } = splitAtCreases(positions, indices, CREASE);
      geometry.dispose();
      geometry.deleteAttribute('normal');
      geometry.deleteAttribute('color');
      geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * source.length), 3));
      geometry.setIndex(new BufferAttribute(corners, 1));
      this.vertices = positions.length / 3;
      this.triangles = indices.length;
      this.source = source;
      this.isHot = false;
    }
    const at = geometry.getAttribute('position') as BufferAttribute;
    const { source } = this;
    for (let v = 0; v < source.length; v++)
      for (let k = 0; k < 3; k++) at.array[3 * v + k] = positions[3 * source[v]! + k]!;
    at.needsUpdate = true;
    geometry.computeVertexNormals();
    geometry.boundingBox = null;
    geometry.boundingSphere = null;
  }

  setColor(color: Color): void {
    this.own.copy(color);
    if (!this.isHot) this.material.color.copy(color);
  }

  /** Colours by numbers from 0 to 1, one a vertex; null: the body's own colour. */
  setHeat(heat: ArrayLike<number> | null): void {
    const { geometry, material, mixed, source } = this;
    const isHot = heat !== null && heat.length === this.vertices;
    if (isHot !== this.isHot) {
      material.vertexColors = isHot;
      material.needsUpdate = true;
      this.isHot = isHot;
    }
    material.color.copy(isHot ? WHITE : this.own);
    if (!isHot) return;
    let colors = geometry.getAttribute('color') as BufferAttribute | undefined;
    if (!colors) {
      colors = new BufferAttribute(new Float32Array(3 * source.length), 3);
      geometry.setAttribute('color', colors);
    }
    for (let v = 0; v < source.length; v++) {
      const t = Math.min(Math.max(heat[source[v]!]!, 0), 1);
      if (t < 0.5) mixed.lerpColors(COLD, WARM, 2 * t);
      else mixed.lerpColors(WARM, HOT, 2 * t - 1);
      colors.setXYZ(v, mixed.r, mixed.g, mixed.b);
    }
    colors.needsUpdate = true;
  }

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    this.removeFromParent();
  }
}

const WHITE = new Color(0xffffff);

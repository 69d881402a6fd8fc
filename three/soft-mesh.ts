import { BufferAttribute, BufferGeometry, Color, type ColorRepresentation, Mesh, MeshStandardMaterial } from 'three';

/** The surface of a soft body as it stands, world frame: `world.part(volume).surfaceOf(name)` has it. */
export interface SurfaceLike {
  readonly positions: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
}

/** From what is at rest to what is strained most. */
const COLD = new Color(0x3b6fb6);
const WARM = new Color(0xf2e3b0);
const HOT = new Color(0xc0392b);

/** A mesh that follows a soft body's surface. Its vertices are in the world frame: leave its own pose as it is. */
export class SoftMesh extends Mesh<BufferGeometry, MeshStandardMaterial> {
  private isHot = false;
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
    const at = geometry.getAttribute('position') as BufferAttribute | undefined;
    if (at?.array.length === positions.length && geometry.index?.count === indices.length) {
      at.array.set(positions as ArrayLike<number> as Float32Array);
      at.needsUpdate = true;
    } else {
      geometry.dispose();
      geometry.deleteAttribute('normal');
      geometry.deleteAttribute('color');
      geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
      geometry.setIndex(new BufferAttribute(Uint32Array.from(indices), 1));
      this.isHot = false;
    }
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
    const { geometry, material, mixed } = this;
    const count = geometry.getAttribute('position')?.count ?? 0;
    const isHot = heat !== null && heat.length === count;
    if (isHot !== this.isHot) {
      material.vertexColors = isHot;
      material.needsUpdate = true;
      this.isHot = isHot;
    }
    material.color.copy(isHot ? WHITE : this.own);
    if (!isHot) return;
    let colors = geometry.getAttribute('color') as BufferAttribute | undefined;
    if (!colors) {
      colors = new BufferAttribute(new Float32Array(3 * count), 3);
      geometry.setAttribute('color', colors);
    }
    for (let v = 0; v < count; v++) {
      const t = Math.min(Math.max(heat[v]!, 0), 1);
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

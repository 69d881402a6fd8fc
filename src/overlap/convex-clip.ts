// A convex polyhedron cut by one plane after another, kept as a list of edges.
//
// Why edges and not polygons: each edge names the face to its left and to its right, so the surface is closed by
// construction. Where a plane crosses an edge, one new vertex is made and both faces use it; where a face's outline
// leaves the kept side and comes back, one new edge joins the two places and belongs to that face and to the cap.
// However rounding classifies the vertices, each face keeps as many exits as entries, so the pieces always form a
// closed surface whose vertices lie within a few ulp of the true one, and the error of a volume is at most ulp × area.
// Clipping the faces of A by B and those of B by A independently has no such bound: faces that coincide up to rounding
// are then counted twice or not at all.
//
// New vertices lie between two old ones, so errors do not grow from cut to cut.
// Vertices within `eps` of the plane count as on it and are kept as they are: no slivers of rounding noise.
// Verified in test/overlap/convex-degenerate.test.ts and convex-oracle.test.ts.

/** The plane does not reach the solid. */
export const CLIP_CLEAR = 0;
/** The plane touches the solid from outside: nothing is cut, but a face may lie in the plane. */
export const CLIP_TOUCHES = 1;
export const CLIP_CUT = 2;
/** Nothing (or nothing thicker than eps) is left. */
export const CLIP_EMPTY = 3;

export class ClippedPolyhedron {
  /** x, y, z per vertex. May be the source polyhedron's own array: read only. */
  vertices: Float64Array;
  vertexCount = 0;
  /** Start, end, left face, right face per edge, as in Polyhedron. May be the source's own array. */
  edges: Int32Array;
  edgeCount = 0;
  /** Signed distances of the vertices from the last plane tested. */
  distances: Float64Array = new Float64Array(64);

  /** Middle and half lengths of the box around the vertices, by `updateBounds`. */
  readonly #bounds = new Float64Array(6);
  #vertices0 = new Float64Array(3 * 64);
  #vertices1 = new Float64Array(3 * 64);
  #edges0 = new Int32Array(4 * 128);
  #edges1 = new Int32Array(4 * 128);
  #renamed = new Int32Array(64);
  /**
   * Per face, the vertex where its outline left the kept side, or came back, and still waits for its partner; or -1.
   */
  #exits = new Int32Array(64).fill(-1);
  #entries = new Int32Array(64).fill(-1);
  /** Face, vertex, exit (1) or entry (0): crossings whose slot was taken. Only rounding noise fills it. */
  #waiting = new Int32Array(64);
  #waitingCount = 0;

  constructor() {
    this.vertices = this.#vertices0;
    this.edges = this.#edges0;
  }

  /** Start from a polyhedron. `faceCount` bounds all face numbers, those of the caps to come included. */
  start(vertices: Float64Array, edges: Int32Array, faceCount: number): void {
    this.vertices = vertices;
    this.vertexCount = (vertices.length / 3) | 0;
    this.edges = edges;
    this.edgeCount = edges.length >> 2;
    if (this.#exits.length < faceCount) {
      this.#exits = new Int32Array(2 * faceCount).fill(-1);
      this.#entries = new Int32Array(2 * faceCount).fill(-1);
    }
    if (this.distances.length < this.vertexCount) this.#reserveVertices(2 * this.vertexCount);
  }

  /** Keep n·x ≤ d, with n and d at planes[p…]; the new face is called `cap`. `noise[0]` is eps. */
  clip(planes: Float64Array, p: number, cap: number, noise: Float64Array): number {
    // Doubles come in arrays since V8 boxes those passed to functions that it does not inline.
    const nx = planes[p];
    const ny = planes[p + 1];
    const nz = planes[p + 2];
    const d = planes[p + 3];
    const eps = noise[0];
    const vertexCount = this.vertexCount;
    const x = this.vertices;
    const distances = this.distances;
    let highest = -Infinity;
    let lowest = Infinity;
    for (let v = 0, i = 0; v < vertexCount; v++, i += 3) {
      const s = nx * x[i] + ny * x[i + 1] + nz * x[i + 2] - d;
      distances[v] = s;
      if (s > highest) highest = s;
      if (s < lowest) lowest = s;
    }
    if (highest <= eps) return highest < -eps ? CLIP_CLEAR : CLIP_TOUCHES;
    if (!(lowest < -eps)) return CLIP_EMPTY;
    this.#cut(cap, noise);
    return CLIP_CUT;
  }

  updateBounds(): void {
    const x = this.vertices;
    const end = 3 * this.vertexCount;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = k; i < end; i += 3) {
        const v = x[i];
        if (v < low) low = v;
        if (v > high) high = v;
      }
      this.#bounds[k] = 0.5 * (low + high);
      this.#bounds[3 + k] = 0.5 * (high - low);
    }
  }

  /** Whether the plane passes clear of the box of `updateBounds`: then `clip` need not look at the vertices. */
  clears(planes: Float64Array, p: number, noise: Float64Array): boolean {
    const b = this.#bounds;
    const nx = planes[p];
    const ny = planes[p + 1];
    const nz = planes[p + 2];
    const reach = Math.abs(nx) * b[3] + Math.abs(ny) * b[4] + Math.abs(nz) * b[5];
    return nx * b[0] + ny * b[1] + nz * b[2] + reach - planes[p + 3] < -2 * noise[0];
  }

  #cut(cap: number, noise: Float64Array): void {
    const eps = noise[0];
    const vertexCount = this.vertexCount;
    const edgeCount = this.edgeCount;
    const x = this.vertices;
    const edges = this.edges;
    // At most one new vertex an edge, at most one new edge a crossing.
    if (this.distances.length < vertexCount + edgeCount) this.#reserveVertices(2 * (vertexCount + edgeCount));
    if (this.#edges0.length < 8 * edgeCount) this.#reserveEdges(4 * edgeCount);
    const distances = this.distances;
    const renamed = this.#renamed;
    const exits = this.#exits;
    const entries = this.#entries;
    const y = x === this.#vertices0 ? this.#vertices1 : this.#vertices0;
    const kept = edges === this.#edges0 ? this.#edges1 : this.#edges0;

    let n = 0;
    for (let v = 0; v < vertexCount; v++) {
      if (distances[v] <= eps) {
        renamed[v] = n;
        y[3 * n] = x[3 * v];
        y[3 * n + 1] = x[3 * v + 1];
        y[3 * n + 2] = x[3 * v + 2];
        n++;
      } else renamed[v] = -1;
    }

    let m = 0;
    for (let e = 0, end = 4 * edgeCount; e < end; e += 4) {
      const a = edges[e];
      const b = edges[e + 1];
      const ra = renamed[a];
      const rb = renamed[b];
      if (ra >= 0) {
        if (rb >= 0) {
          kept[m] = ra;
          kept[m + 1] = rb;
          kept[m + 2] = edges[e + 2];
          kept[m + 3] = edges[e + 3];
          m += 4;
          continue;
        }
      } else if (rb < 0) continue;
      // One end stays. Where it lies on the plane it is the crossing itself, else a vertex is made in between.
      const inside = ra >= 0 ? a : b;
      const outside = ra >= 0 ? b : a;
      const left = edges[e + 2];
      const right = edges[e + 3];
      const s = distances[inside];
      let p = ra >= 0 ? ra : rb;
      if (s < -eps) {
        const t = s / (s - distances[outside]);
        const i = 3 * inside;
        const o = 3 * outside;
        y[3 * n] = x[i] + t * (x[o] - x[i]);
        y[3 * n + 1] = x[i + 1] + t * (x[o + 1] - x[i + 1]);
        y[3 * n + 2] = x[i + 2] + t * (x[o + 2] - x[i + 2]);
        kept[m] = ra >= 0 ? ra : n;
        kept[m + 1] = ra >= 0 ? n : rb;
        kept[m + 2] = left;
        kept[m + 3] = right;
        m += 4;
        p = n++;
      }
      // Running first → second keeps the left face's order: going out there is an exit for it, an entry for the right.
      const leaves = ra >= 0 ? left : right;
      const enters = ra >= 0 ? right : left;
      let partner = entries[leaves];
      if (partner >= 0) {
        entries[leaves] = -1;
        if (partner !== p) {
          kept[m] = p;
          kept[m + 1] = partner;
          kept[m + 2] = leaves;
          kept[m + 3] = cap;
          m += 4;
        }
      } else if (exits[leaves] < 0) exits[leaves] = p;
      else this.#wait(leaves, p, 1);
      partner = exits[enters];
      if (partner >= 0) {
        exits[enters] = -1;
        if (partner !== p) {
          kept[m] = partner;
          kept[m + 1] = p;
          kept[m + 2] = enters;
          kept[m + 3] = cap;
          m += 4;
        }
      } else if (entries[enters] < 0) entries[enters] = p;
      else this.#wait(enters, p, 0);
    }
    if (this.#waitingCount > 0) m = this.#joinWaiting(kept, m, cap);
    this.vertices = y;
    this.vertexCount = n;
    this.edges = kept;
    this.edgeCount = m >> 2;
  }

  #wait(face: number, vertex: number, exit: number): void {
    if (this.#waiting.length < 3 * (this.#waitingCount + 1)) {
      const grown = new Int32Array(2 * this.#waiting.length + 3);
      grown.set(this.#waiting);
      this.#waiting = grown;
    }
    const i = 3 * this.#waitingCount++;
    this.#waiting[i] = face;
    this.#waiting[i + 1] = vertex;
    this.#waiting[i + 2] = exit;
  }

  /** Join the crossings of faces that noise made leave and enter more than once; any pairing closes the surface. */
  #joinWaiting(kept: Int32Array, m: number, cap: number): number {
    const waiting = this.#waiting;
    const exits = this.#exits;
    const entries = this.#entries;
    // Each round joins at least one pair of every face in the list, since its exits and entries are equally many.
    for (let count = this.#waitingCount; count > 0; ) {
      let left = 0;
      for (let k = 0; k < count; k++) {
        const face = waiting[3 * k];
        const vertex = waiting[3 * k + 1];
        const exit = waiting[3 * k + 2];
        const partners = exit === 1 ? entries : exits;
        const own = exit === 1 ? exits : entries;
        const partner = partners[face];
        if (partner >= 0) {
          partners[face] = -1;
          if (partner === vertex) continue;
          kept[m] = exit === 1 ? vertex : partner;
          kept[m + 1] = exit === 1 ? partner : vertex;
          kept[m + 2] = face;
          kept[m + 3] = cap;
          m += 4;
        } else if (own[face] < 0) own[face] = vertex;
        else {
          waiting[3 * left] = face;
          waiting[3 * left + 1] = vertex;
          waiting[3 * left + 2] = exit;
          left++;
        }
      }
      if (left === count) break;
      count = left;
    }
    this.#waitingCount = 0;
    return m;
  }

  // What is being read when these are called stays in its old array; the next cut writes to a new one.
  #reserveVertices(count: number): void {
    this.distances = grownDoubles(this.distances, count);
    this.#renamed = new Int32Array(count);
    this.#vertices0 = new Float64Array(3 * count);
    this.#vertices1 = new Float64Array(3 * count);
  }

  #reserveEdges(count: number): void {
    this.#edges0 = new Int32Array(4 * count);
    this.#edges1 = new Int32Array(4 * count);
  }
}

function grownDoubles(old: Float64Array, length: number): Float64Array {
  const grown = new Float64Array(length);
  grown.set(old);
  return grown;
}

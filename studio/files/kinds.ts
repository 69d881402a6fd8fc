// Which files the studio reads. Apart from the reader, so that the page need not load that.

/** Bytes of all files together. Text of this length takes some ten times as much memory to read. */
export const LARGEST_FILES = 64_000_000;

export const MESHES: readonly string[] = ['obj', 'stl', 'ply', 'glb', 'gltf'];
/** What comes with meshes and says nothing about their surface; only .bin is ever looked at. */
export const COMPANIONS: readonly string[] = ['bin', 'mtl', 'png', 'jpg', 'jpeg', 'webp', 'ktx2', 'tga'];

/** For the `accept` of file inputs. */
export const ACCEPTED = ['json', ...MESHES, 'bin'].map((kind) => `.${kind}`).join(',');

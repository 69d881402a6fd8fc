// `sixfold/concave`: kinds of shapes that are not convex, for worlds of `sixfold/convex`; those of `sixfold` have them.

export { concave, heightField, mesh, torus } from './contact/concave.js';

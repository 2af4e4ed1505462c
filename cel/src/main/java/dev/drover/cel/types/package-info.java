/// The types of CEL and the values that Java has no type for.
///
/// Reading order:
/// 1. `CelType`: what the checker knows of a value.
/// 2. `Values`: equality, order and the type of every value; all else here is a value.
/// 3. `UInt`, `Bytes`, `NullValue` and `OptionalValue` stand for one value each; `CelList` and
///    `CelMap` make their elements when they are read; `ObjectValue` and `LibraryValue` belong to
///    Kubernetes' libraries.
/// 4. `CelError`: an error is a value too, which logical operators can absorb.
@NullMarked
package dev.drover.cel.types;

import org.jspecify.annotations.NullMarked;

/// The functions of CEL and of Kubernetes' libraries.
///
/// Reading order:
/// 1. `Functions`: the implementation of each overload, by its identity; the other classes register
///    theirs there.
/// 2. Of CEL itself: `Operators`, `Conversions`, `Strings`, `Lists`, `Times`, `Dates`, `Optionals`.
/// 3. Of Kubernetes: `Quantities`, `Addresses`, `Urls`, `Regexes`, `Semver`, `Formats`,
///    `Authorization`.
/// 4. Texts as Go reads and prints them: `Texts`, `FormatText`, `AddressText`.
/// 5. `CostFactors`: the prices that the estimate of the checker and the count of the evaluation
///    share.
@NullMarked
package dev.drover.cel.library;

import org.jspecify.annotations.NullMarked;

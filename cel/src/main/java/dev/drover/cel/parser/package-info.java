/// From text to the syntax tree, with macros expanded.
///
/// Reading order:
/// 1. `Parser`: recursive descent over the operators; `Operands` reads what they are applied to.
/// 2. `Lexer` with `Token`, `Literals`, `Unescape` and `ReservedWords`: from characters to tokens;
///    `TokenStream` hands them to the parser and recovers from errors.
/// 3. `Expr`: the nodes of the tree; `Macros` replaces calls such as `all` and `map` by loops.
/// 4. `Source` and `Issues`: the places of nodes, and error messages that point at them.
@NullMarked
package dev.drover.cel.parser;

import org.jspecify.annotations.NullMarked;

/// The types and values that a structural schema gives to a JSON tree. Start at SchemaTypes.
@NullMarked
package dev.drover.cel.schema;

import org.jspecify.annotations.NullMarked;

/// Bytes and nothing else: JSON and protobuf tokens, and the hash that recognises equal parts.
///
/// Not exported; `dev.drover.api.codec` gives the bytes their meaning.
@NullMarked
package dev.drover.api.wire;

import org.jspecify.annotations.NullMarked;

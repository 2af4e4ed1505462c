/// Bytes and nothing else: JSON and protobuf tokens, and the hash that recognises equal parts.
///
/// Hidden from users; `dev.drover.api` gives the bytes their meaning.
@NullMarked
package dev.drover.api.wire;

import org.jspecify.annotations.NullMarked;

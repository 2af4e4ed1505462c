/// HTTP/2 as a client speaks it (RFC 9113), with its compression of headers (RFC 7541). Internal.
///
/// Reading order:
/// 1. [dev.drover.client.http2.Http2Connection] is one connection: its streams, and what the server
///    allows to send. Its `FrameReceiver` hands each frame to the stream that it belongs to.
/// 2. [dev.drover.client.http2.Http2Stream] is one request with its response: what has arrived and
///    was not read yet.
/// 3. `FrameReader` and `FrameWriter` are the two directions of the socket.
/// 4. `HeaderEncoder`, `HeaderDecoder` with `HeaderTable` and `HuffmanDecoder` are HPACK.
@NullMarked
package dev.drover.client.http2;

import org.jspecify.annotations.NullMarked;

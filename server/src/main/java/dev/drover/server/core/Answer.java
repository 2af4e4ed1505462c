package dev.drover.server.core;

import dev.drover.api.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A response to a client.
public sealed interface Answer {
  /// An object as a tree with `apiVersion` and `kind`; written in the format that the client
  /// accepts.
  record Value(int status, Map<String, @Nullable Object> tree) implements Answer {}

  /// Bytes of a given content type, written as they are.
  record Content(int status, String contentType, Bytes bytes, Map<String, String> headers)
      implements Answer {}

  /// Bytes in parts that are written one after the other, without a copy of the whole.
  record Parts(int status, String contentType, List<ByteBuffer> parts) implements Answer {}

  /// A body that is written while it comes into being, such as a watch. The writer returns when the
  /// body is complete; it ends early, by an exception of the stream, when the client is gone.
  record Stream(int status, String contentType, Writer writer) implements Answer {}

  /// A sequence of messages that are written while they come into being: the events of a watch.
  /// Over plain HTTP they are joined by the framing of their format, over a WebSocket each is a
  /// message.
  record Messages(String contentType, Framing framing, Sender sender) implements Answer {}

  /// How messages are delimited in one stream.
  enum Framing {
    /// Each message is text that ends in a line break.
    LINES,
    /// Each message follows its length, a big-endian number of four bytes.
    LENGTH_PREFIXED
  }

  /// Writes messages to the client until there are no more. Ends early, by an exception of the
  /// outlet, when the client is gone; by an interrupt when the server closes.
  @FunctionalInterface
  interface Sender {
    void send(Outlet outlet) throws IOException, InterruptedException;
  }

  /// Where messages go.
  interface Outlet {
    /// Takes over a message, which must not be changed any more.
    void write(byte[] message) throws IOException;

    /// Starts to send what was written.
    void flush() throws IOException;
  }

  /// Writes a body to the client; what is flushed is sent at once.
  @FunctionalInterface
  interface Writer {
    void write(OutputStream out) throws IOException, InterruptedException;
  }

  static Answer ok(Map<String, @Nullable Object> tree) {
    return new Value(200, tree);
  }

  static Answer text(int status, String text) {
    return new Content(status, "text/plain; charset=utf-8", Bytes.ofUtf8(text), Map.of());
  }
}

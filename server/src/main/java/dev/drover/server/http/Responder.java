package dev.drover.server.http;

import dev.drover.api.Bytes;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.api.Status;
import dev.drover.api.StatusDetails;
import dev.drover.server.core.Answer;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.HtmlEscapes;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.jspecify.annotations.Nullable;

/// Writes answers to the client.
final class Responder {
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final int GZIP_ABOVE = 128 * 1024;
  private static final int PART_BUFFER = 64 << 10;
  private static final int COPY_BUFFER = 16 << 10;
  private static final GroupVersionKind STATUS = new GroupVersionKind("", "v1", "Status");

  private final Representation representation;
  private final Response response;
  private final Map<String, List<String>> query;
  private final Map<String, List<String>> headers;
  private final RequestAccounting accounting;
  private final Executor workers;

  Responder(
      Representation representation,
      Response response,
      Map<String, List<String>> query,
      Map<String, List<String>> headers,
      RequestAccounting accounting,
      Executor workers) {
    this.workers = workers;
    this.representation = representation;
    this.response = response;
    this.query = query;
    this.headers = headers;
    this.accounting = accounting;
  }

  void header(String name, String value) {
    response.getHeaders().put(name, value);
  }

  void warn(CallNotes notes) {
    WarningHeaders.of(notes.warnings()).forEach(text -> response.getHeaders().add("Warning", text));
  }

  void send(Answer.Value value) throws IOException {
    Negotiation.Choice choice = Negotiation.choose(accept(), Negotiation.Offer.PLAIN);
    boolean pretty = choice.pretty() || isPretty();
    send(
        value.status(),
        choice.media().text(),
        representation.bytes(value.tree(), choice.media(), pretty));
  }

  void send(Answer.Content content) throws IOException {
    content.headers().forEach(this::header);
    send(content.status(), content.contentType(), content.bytes().toByteArray());
  }

  void send(Answer.Parts parts) throws IOException {
    long length = parts.parts().stream().mapToLong(ByteBuffer::remaining).sum();
    accounting.answered(
        parts.status(), parts.contentType(), length, () -> joined(parts, (int) length));
    response.setStatus(parts.status());
    HttpFields.Mutable fields = response.getHeaders();
    fields.put("Content-Type", parts.contentType());
    boolean isZipped = length > GZIP_ABOVE && acceptsGzip();
    if (isZipped) {
      fields.put("Content-Encoding", "gzip");
      fields.add("Vary", "Accept-Encoding");
    } else {
      fields.put("Content-Length", length);
    }
    OutputStream out = new BufferedOutputStream(Content.Sink.asOutputStream(response), PART_BUFFER);
    try (OutputStream body = isZipped ? fastGzip(out) : out) {
      byte[] buffer = new byte[COPY_BUFFER];
      for (ByteBuffer part : parts.parts()) {
        while (part.hasRemaining()) {
          int count = Math.min(part.remaining(), buffer.length);
          part.get(buffer, 0, count);
          body.write(buffer, 0, count);
        }
      }
    }
  }

  private static byte[] joined(Answer.Parts parts, int length) {
    ByteBuffer whole = ByteBuffer.allocate(length);
    parts.parts().forEach(part -> whole.put(part.duplicate()));
    return whole.array();
  }

  /// A failure, in the client's format if that can be; a client that accepts nothing gets JSON all
  /// the same.
  void send(Status status) throws IOException {
    StatusDetails details = status.details();
    if (details != null && details.retryAfterSeconds() > 0) {
      header("Retry-After", String.valueOf(details.retryAfterSeconds()));
    }
    MediaType media =
        Negotiation.find(accept(), Negotiation.Offer.PLAIN)
            .map(Negotiation.Choice::media)
            .orElse(MediaType.JSON);
    boolean isUnnegotiated = Negotiation.find(accept(), Negotiation.Offer.PLAIN).isEmpty();
    Status complete = status.with(s -> s.metadata(status.metadata())); // shown even when empty
    send(status.code(), media.text(), bytes(complete, media, isUnnegotiated || isPretty()));
  }

  private byte[] bytes(Status status, MediaType media, boolean pretty) {
    if (media == MediaType.PROTOBUF) {
      return Status.TYPE.encode(status, STATUS, Format.PROTOBUF);
    }
    byte[] json = HtmlEscapes.escape(Status.TYPE.encode(status, STATUS, Format.JSON));
    if (media == MediaType.JSON && !pretty) {
      return withLineBreak(json);
    }
    return representation.bytes(tree(json), media, pretty);
  }

  @SuppressWarnings("unchecked") // the JSON of an object
  private static Map<String, @Nullable Object> tree(byte[] json) {
    return (Map<String, @Nullable Object>)
        java.util.Objects.requireNonNull(new RawExtension(Bytes.of(json)).tree());
  }

  private static byte[] withLineBreak(byte[] json) {
    byte[] line = java.util.Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }

  private void send(int status, String contentType, byte[] bytes) throws IOException {
    accounting.answered(status, contentType, bytes);
    HttpFields.Mutable fields = response.getHeaders();
    response.setStatus(status);
    if (!contentType.isEmpty()) {
      fields.put("Content-Type", contentType);
    }
    byte[] body = bytes;
    if (bytes.length > GZIP_ABOVE && acceptsGzip() && !fields.contains("Content-Encoding")) {
      fields.put("Content-Encoding", "gzip");
      if (!fields.contains("Vary", "Accept-Encoding")) {
        fields.add("Vary", "Accept-Encoding");
      }
      body = gzip(bytes);
    }
    if (status != 204 && status != 304) {
      fields.put("Content-Length", body.length);
    }
    try (Blocker.Callback written = Blocker.callback()) {
      response.write(true, ByteBuffer.wrap(body), written);
      written.block();
    }
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 4);
    try (var gzip = fastGzip(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static GZIPOutputStream fastGzip(OutputStream out) throws IOException {
    return new GZIPOutputStream(out, 8192) {
      {
        def.setLevel(Deflater.BEST_SPEED); // Kubernetes' choice: much faster, little larger
      }
    };
  }

  /// A body that comes bit by bit.
  void stream(Answer.Stream stream) throws IOException, InterruptedException {
    try (OutputStream out = begin(stream.status(), stream.contentType())) {
      stream.writer().write(out);
    }
  }

  /// Messages in one body.
  void messages(Answer.Messages messages) throws IOException, InterruptedException {
    response.setStatus(200);
    response.getHeaders().put("Content-Type", messages.contentType());
    MessageWriter out =
        new MessageWriter(response, WriteCoalescer.sink(response, workers), messages.framing());
    out.begin();
    try {
      messages.sender().send(out);
    } catch (InterruptedException e) {
      out.end(GRACE);
      throw e;
    }
    out.flush();
    out.await();
  }

  private OutputStream begin(int status, String contentType) throws IOException {
    response.setStatus(status);
    response.getHeaders().put("Content-Type", contentType);
    OutputStream out = new BufferedOutputStream(Content.Sink.asOutputStream(response), 16 << 10);
    try (Blocker.Callback written = Blocker.callback()) {
      response.write(false, ByteBuffer.allocate(0), written); // the client learns at once
      written.block();
    }
    return out;
  }

  private String accept() {
    return headers.getOrDefault("accept", List.of("")).getFirst();
  }

  private boolean isPretty() {
    return Representation.isPretty(query, headers);
  }

  private boolean acceptsGzip() {
    for (String token :
        headers.getOrDefault("accept-encoding", List.of("")).getFirst().split(",")) {
      if (token.strip().equals("gzip")) {
        return true;
      }
    }
    return false;
  }
}

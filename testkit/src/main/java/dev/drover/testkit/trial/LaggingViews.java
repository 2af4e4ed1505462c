package dev.drover.testkit.trial;

import dev.drover.client.Headers;
import dev.drover.client.Transport;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Lists and watches that show a collection as it was at an earlier revision, until they are let
/// go: what a client sees that is connected to an API server whose cache lags.
///
/// A frozen list is requested with that exact version; a frozen watch keeps later events back. So
/// both together are one consistent, older view. Any number of threads.
final class LaggingViews {
  private static final Pattern VERSION = Pattern.compile("\"resourceVersion\":\"(\\d+)\"");
  private static final String EVERYTHING = "*";
  private static final String EXPIRED =
      "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
          + "\"status\":\"Failure\",\"reason\":\"Expired\",\"code\":410,"
          + "\"message\":\"too old resource version (a disturbance of a trial)\"}}\n";

  private final Map<String, Long> frozen = new HashMap<>(); // by resource; guarded by this
  private final Set<EventGate> withheld = new HashSet<>(); // guarded by this

  /// Shows a resource as of a revision from now on.
  synchronized void freeze(String resource, long revision) {
    frozen.put(resource, revision);
  }

  /// Shows everything as of a revision from now on.
  void freezeAll(long revision) {
    freeze(EVERYTHING, revision);
  }

  /// Shows what is there; watches deliver what they kept back.
  synchronized void thaw() {
    frozen.clear();
    notifyAll();
  }

  /// Shows what is there; watches that kept something back have expired, and never deliver it.
  synchronized void thawWithGap() {
    withheld.forEach(gate -> gate.expired = true);
    thaw();
  }

  private synchronized @Nullable Long revision(ApiCall call) {
    // A process that starts installs its definitions, whatever it sees of the objects.
    if (call.path().isDefinition()) {
      return null;
    }
    Long one = frozen.get(call.path().resource());
    return one == null ? frozen.get(EVERYTHING) : one;
  }

  /// Sends a list or a watch, for the view that is in force.
  Transport.Response send(ApiCall call, Transport.Request request, Transport next)
      throws IOException {
    return switch (call.verb()) {
      case "list" -> {
        Long revision = revision(call);
        yield next.send(revision == null ? request : exactly(request, revision));
      }
      case "watch" -> gated(call, next.send(inJson(request)));
      default -> next.send(request);
    };
  }

  /// Only JSON can be cut into events without knowing the kind.
  private static Transport.Request inJson(Transport.Request request) {
    String accept = DisturbanceLayer.jsonOf(request).orElse("application/json");
    return request.with(r -> r.headers(request.headers().with("Accept", accept)));
  }

  private static Transport.Request exactly(Transport.Request request, long revision) {
    String target = request.target();
    int question = target.indexOf('?');
    String path = question < 0 ? target : target.substring(0, question);
    String kept =
        question < 0
            ? ""
            : Arrays.stream(target.substring(question + 1).split("&"))
                .filter(parameter -> !parameter.startsWith("resourceVersion"))
                .map(parameter -> parameter + "&")
                .collect(Collectors.joining());
    return Transport.Request.of(
            request.method(),
            path + "?" + kept + "resourceVersion=" + revision + "&resourceVersionMatch=Exact")
        .with(
            r ->
                r.headers(request.headers())
                    .readTimeout(request.readTimeout())
                    .callTimeout(request.callTimeout()));
  }

  private Transport.Response gated(ApiCall call, Transport.Response response) {
    if (response.status() != 200) {
      return response;
    }
    EventGate gate = new EventGate(call, response.body());
    return new Transport.Response() {
      @Override
      public int status() {
        return response.status();
      }

      @Override
      public Headers headers() {
        return response.headers();
      }

      @Override
      public InputStream body() {
        return gate;
      }

      @Override
      public void close() {
        gate.end();
        response.close();
      }
    };
  }

  /// Waits until an event may be delivered.
  ///
  /// @return false if the watch has expired or was closed meanwhile
  private synchronized boolean await(EventGate gate, long version) throws IOException {
    withheld.add(gate);
    try {
      while (!gate.expired && !gate.closed && isAhead(gate.call, version)) {
        wait();
      }
      return !gate.expired && !gate.closed;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted at a watch").initCause(e);
    } finally {
      withheld.remove(gate);
    }
  }

  private boolean isAhead(ApiCall call, long version) {
    Long revision = revision(call);
    return revision != null && version > revision;
  }

  /// The body of a watch, delivered event by event. One reader; closed by any thread.
  private final class EventGate extends InputStream {
    private final ApiCall call;
    private final InputStream source;
    private byte[] line = {};
    private int at;
    private boolean ended;
    private boolean expired; // guarded by the views
    private boolean closed; // guarded by the views

    EventGate(ApiCall call, InputStream source) {
      this.call = call;
      this.source = new BufferedInputStream(source);
    }

    void end() {
      synchronized (LaggingViews.this) {
        closed = true;
        LaggingViews.this.notifyAll();
      }
    }

    @Override
    public int read() throws IOException {
      return fill() ? line[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (!fill()) {
        return -1;
      }
      int count = Math.min(length, line.length - at);
      System.arraycopy(line, at, into, from, count);
      at += count;
      return count;
    }

    @Override
    public int available() {
      return line.length - at;
    }

    private boolean fill() throws IOException {
      while (at >= line.length) {
        if (ended) {
          return false;
        }
        byte[] next = nextLine();
        at = 0;
        if (next.length == 0) {
          ended = true;
          line = next;
        } else if (await(this, version(next))) {
          line = next;
        } else {
          ended = true;
          line = isExpired() ? EXPIRED.getBytes(StandardCharsets.UTF_8) : new byte[0];
        }
      }
      return true;
    }

    private boolean isExpired() {
      synchronized (LaggingViews.this) {
        return expired;
      }
    }

    private byte[] nextLine() throws IOException {
      ByteArrayOutputStream read = new ByteArrayOutputStream();
      for (int next = source.read(); next >= 0; next = source.read()) {
        read.write(next);
        if (next == '\n') {
          break;
        }
      }
      return read.toByteArray();
    }

    private static long version(byte[] event) {
      Matcher version = VERSION.matcher(new String(event, StandardCharsets.UTF_8));
      return version.find() ? Long.parseLong(version.group(1)) : 0;
    }
  }
}

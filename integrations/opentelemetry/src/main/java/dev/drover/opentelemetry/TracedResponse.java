package dev.drover.opentelemetry;

import dev.drover.client.Headers;
import dev.drover.client.Transport;
import io.opentelemetry.api.trace.Span;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// An answer whose span lasts until it is closed: the body of a long list counts.
record TracedResponse(Transport.Response response, Span span) implements Transport.Response {
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
    return response.body();
  }

  @Override
  public OutputStream output() throws IOException {
    return response.output();
  }

  @Override
  public void close() {
    try {
      response.close();
    } finally {
      span.end();
    }
  }
}

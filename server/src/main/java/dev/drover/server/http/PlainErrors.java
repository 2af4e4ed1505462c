package dev.drover.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/// One line of text for requests that are no HTTP, or too large to be read.
final class PlainErrors extends ErrorHandler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    String line = status + " " + HttpStatus.getMessage(status);
    response.getHeaders().put("Content-Type", "text/plain; charset=utf-8");
    response.write(true, ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII)), callback);
    return true;
  }
}

package dev.drover.server.webhook;

import dev.drover.api.Bytes;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// One connection to a webhook, in HTTP/1.1 over TLS.
///
/// Not thread safe, but [#abort] may be called by any thread: it ends whatever the connection waits
/// for.
final class HookConnection {
  private static final int LARGEST_LINE = 64 * 1024;
  private static final int LARGEST_HEADER = 256; // lines
  private static final int PROBE_MILLIS = 1;

  private final Socket plain;
  private final SSLSocket socket;
  private final InputStream in;
  private final OutputStream out;
  private boolean isReusable = true;

  private HookConnection(Socket plain, SSLSocket socket) throws IOException {
    this.plain = plain;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /// Connects to an address, with the socket as it will be, so that it can be closed from outside.
  static HookConnection open(
      Socket plain, InetSocketAddress address, HookTarget target, SSLContext tls, int timeoutMillis)
      throws IOException {
    plain.setTcpNoDelay(true);
    plain.connect(address, timeoutMillis);
    SSLSocket socket =
        (SSLSocket) tls.getSocketFactory().createSocket(plain, target.host(), target.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    if (!target.host().matches("[0-9.]+|.*:.*")) {
      parameters.setServerNames(List.of(new SNIHostName(target.host())));
    }
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return new HookConnection(plain, socket);
  }

  /// Whether a request can be sent: the webhook has not closed the connection.
  boolean isAlive() {
    try {
      socket.setSoTimeout(PROBE_MILLIS);
      in.read(); // the end, or bytes that nothing asked for
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// Whether the connection can be used again after an answer.
  boolean isReusable() {
    return isReusable;
  }

  /// Ends the connection at once.
  void abort() {
    try {
      plain.close();
    } catch (IOException e) {
      isReusable = false; // it is of no use either way
    }
  }

  /// An answer as it came.
  ///
  /// @param headers by lower-case name
  record Answer(int status, Map<String, String> headers, Bytes body) {}

  /// Sends a request and reads the answer. The caller aborts the connection when time is up.
  ///
  /// @param largest the most bytes that an answer may have
  Answer post(HookTarget target, String path, byte[] body, int largest) throws IOException {
    socket.setSoTimeout(0);
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: "
            + target.authority()
            + "\r\nUser-Agent: kube-apiserver-admission\r\nContent-Length: "
            + body.length
            + "\r\nAccept: application/json, */*\r\nContent-Type: application/json\r\n\r\n";
    byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
    byte[] request = new byte[start.length + body.length];
    System.arraycopy(start, 0, request, 0, start.length);
    System.arraycopy(body, 0, request, start.length, body.length);
    out.write(request);
    out.flush();
    int status = status();
    Map<String, String> headers = headers();
    while (status < 200) { // 100 Continue and 103 Early Hints
      status = status();
      headers = headers();
    }
    byte[] answer = body(status, headers, largest);
    if (headers.getOrDefault("connection", "").toLowerCase(Locale.ROOT).contains("close")) {
      isReusable = false;
    }
    return new Answer(status, headers, Bytes.of(answer));
  }

  private int status() throws IOException {
    String line = line();
    String[] parts = line.split(" ", 3);
    if (parts.length < 2 || !parts[0].startsWith("HTTP/1.") || !parts[1].matches("\\d{3}")) {
      throw new IOException(
          "net/http: HTTP/1.x transport connection broken: malformed HTTP response \""
              + line
              + "\"");
    }
    if (parts[0].equals("HTTP/1.0")) {
      isReusable = false;
    }
    return Integer.parseInt(parts[1]);
  }

  private Map<String, String> headers() throws IOException {
    Map<String, String> headers = new TreeMap<>();
    for (int i = 0; i < LARGEST_HEADER; i++) {
      String line = line();
      if (line.isEmpty()) {
        return headers;
      }
      int colon = line.indexOf(':');
      if (colon <= 0) {
        throw new IOException(
            "net/http: HTTP/1.x transport connection broken: malformed MIME header: missing colon:"
                + " \""
                + line
                + "\"");
      }
      headers.put(
          line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip());
    }
    throw new IOException(
        "net/http: server response headers exceeded " + LARGEST_HEADER + " lines");
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException(line.size() == 0 ? "EOF" : "unexpected EOF");
      }
      if (next == '\n') {
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      }
      if (line.size() == LARGEST_LINE) {
        throw new IOException(
            "net/http: server response header line exceeded " + LARGEST_LINE + " bytes");
      }
      line.write(next);
    }
  }

  private byte[] body(int status, Map<String, String> headers, int largest) throws IOException {
    if (status == 204 || status == 304) {
      return new byte[0];
    }
    if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
      return chunks(largest);
    }
    String length = headers.get("content-length");
    if (length == null) {
      isReusable = false;
      return rest(largest);
    }
    if (!length.matches("\\d{1,18}")) {
      throw new IOException(
          "net/http: HTTP/1.x transport connection broken: bad Content-Length \"" + length + "\"");
    }
    long size = Long.parseLong(length);
    requireSize(size, largest);
    return exactly((int) size);
  }

  private byte[] chunks(int largest) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      String line = line();
      int semicolon = line.indexOf(';');
      String text = (semicolon < 0 ? line : line.substring(0, semicolon)).strip();
      if (!text.matches("[0-9a-fA-F]{1,8}")) {
        throw new IOException("invalid byte in chunk length");
      }
      long size = Long.parseLong(text, 16);
      if (size == 0) {
        while (!line().isEmpty()) {
          isReusable &= body.size() <= largest; // trailers mean nothing here
        }
        return body.toByteArray();
      }
      requireSize(body.size() + size, largest);
      body.write(exactly((int) size));
      if (!line().isEmpty()) {
        throw new IOException("malformed chunked encoding");
      }
    }
  }

  private byte[] rest(int largest) throws IOException {
    byte[] body = in.readNBytes(largest + 1);
    requireSize(body.length, largest);
    return body;
  }

  private byte[] exactly(int size) throws IOException {
    byte[] bytes = in.readNBytes(size);
    if (bytes.length < size) {
      throw new EOFException("unexpected EOF");
    }
    return bytes;
  }

  private static void requireSize(long size, int largest) throws IOException {
    if (size > largest) {
      throw new IOException("the answer of the webhook has more than " + largest + " bytes");
    }
  }
}

package dev.drover.client.http2;

import java.io.IOException;

/// The server broke a rule of HTTP/2, or ended a connection or a stream with an error.
public final class Http2Exception extends IOException {
  private static final long serialVersionUID = 1L;

  static final int REFUSED_STREAM = 7;
  static final int CANCEL = 8;
  private static final int HTTP_1_1_REQUIRED = 13;

  private static final String[] NAMES = {
    "NO_ERROR",
    "PROTOCOL_ERROR",
    "INTERNAL_ERROR",
    "FLOW_CONTROL_ERROR",
    "SETTINGS_TIMEOUT",
    "STREAM_CLOSED",
    "FRAME_SIZE_ERROR",
    "REFUSED_STREAM",
    "CANCEL",
    "COMPRESSION_ERROR",
    "CONNECT_ERROR",
    "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY",
    "HTTP_1_1_REQUIRED"
  };

  private final boolean unprocessed;
  private final boolean refused;

  private Http2Exception(String message, boolean unprocessed, boolean refused) {
    super(message);
    this.refused = refused;
    this.unprocessed = unprocessed;
  }

  /// A rule that the server broke; the connection cannot be used any further.
  static Http2Exception broken(String what) {
    return new Http2Exception("the server broke a rule of HTTP/2: " + what, false, false);
  }

  /// The server ended one stream.
  static Http2Exception reset(int code) {
    return new Http2Exception(
        "the server reset the stream (" + name(code) + ")",
        code == REFUSED_STREAM || code == HTTP_1_1_REQUIRED,
        code == HTTP_1_1_REQUIRED);
  }

  /// The server is about to end the connection and did not look at this request.
  static Http2Exception unprocessed(int code) {
    return new Http2Exception(
        "the server ended the connection before the request (GOAWAY " + name(code) + ")",
        true,
        false);
  }

  /// The name of an error code, as the RFC has it.
  static String name(int code) {
    return code >= 0 && code < NAMES.length ? NAMES[code] : "error " + code;
  }

  /// Whether the server has not looked at the request, which can be sent again whatever it is.
  public boolean isUnprocessed() {
    return unprocessed;
  }

  /// Whether the server wants the request over HTTP/1.1.
  public boolean wantsHttp1() {
    return refused;
  }
}

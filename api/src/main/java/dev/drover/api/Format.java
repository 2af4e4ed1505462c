package dev.drover.api;

import dev.drover.api.wire.ProtoEnvelope;
import java.util.Locale;

/// The encodings of the Kubernetes API.
///
/// ```java
/// byte[] json = Pod.KIND.codec().encode(pod, Format.JSON);
/// Format answered = Format.ofContentType(response.header("Content-Type"));
/// ```
public enum Format {
  /// Text; spoken by every server for every kind.
  JSON("application/json"),
  /// Binary; smaller and faster, spoken for built-in kinds only.
  PROTOBUF("application/vnd.kubernetes.protobuf");

  private final String contentType;

  Format(String contentType) {
    this.contentType = contentType;
  }

  /// The media type of a single object.
  public String contentType() {
    return contentType;
  }

  /// The format that a `Content-Type` header names; parameters such as `;stream=watch` do not
  /// matter.
  public static Format ofContentType(String header) {
    int semicolon = header.indexOf(';');
    String type =
        (semicolon < 0 ? header : header.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    return switch (type) {
      case "application/json" -> JSON;
      case "application/vnd.kubernetes.protobuf" -> PROTOBUF;
      default ->
          throw new DecodeException(
              "the server answered in '"
                  + header
                  + "', expected application/json or application/vnd.kubernetes.protobuf");
    };
  }

  /// The format of these bytes, which say so themselves.
  static Format of(byte[] bytes) {
    return ProtoEnvelope.isMagic(bytes, 0, bytes.length) ? PROTOBUF : JSON;
  }
}

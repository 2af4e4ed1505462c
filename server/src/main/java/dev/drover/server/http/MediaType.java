package dev.drover.server.http;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A format of request and response bodies.
public enum MediaType {
  JSON("json"),
  YAML("yaml"),
  PROTOBUF("vnd.kubernetes.protobuf");

  private final String subtype; // all are of type application

  MediaType(String subtype) {
    this.subtype = subtype;
  }

  /// The name in headers.
  public String text() {
    return "application/" + subtype;
  }

  boolean isSubtype(String name) {
    return subtype.equals(name);
  }

  /// Whether the events of a watch can be written in it.
  public boolean canStream() {
    return this != YAML;
  }

  /// The type of a `Content-Type` header, parameters left aside; without one it is JSON.
  public static Optional<MediaType> ofContentType(String header) {
    int semicolon = header.indexOf(';');
    String type = (semicolon < 0 ? header : header.substring(0, semicolon)).strip();
    if (header.isEmpty()) {
      return Optional.of(JSON);
    }
    return Arrays.stream(values()).filter(t -> t.text().equalsIgnoreCase(type)).findFirst();
  }

  static String list(List<MediaType> types) {
    return types.stream().map(MediaType::text).collect(Collectors.joining(", "));
  }
}

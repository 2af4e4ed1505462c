package dev.drover.client;

import dev.drover.api.DecodeException;
import dev.drover.api.Yaml;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the `ExecCredential` that a program for credentials prints.
///
/// Messages of its exceptions are made to follow "gave no credentials" and show no content.
final class ExecAnswer {
  static final String KIND = "ExecCredential";

  private ExecAnswer() {}

  static ExecPlugin.Given read(byte[] output, String apiVersion, Instant asked, long obtained) {
    Map<String, @Nullable Object> answer;
    try {
      answer = Yaml.readTree(output, "its output");
    } catch (DecodeException e) {
      throw new IllegalArgumentException("its output is not JSON", e);
    }
    checkType(answer, apiVersion);
    if (!(answer.get("status") instanceof Map<?, ?> status)) {
      throw new IllegalArgumentException("its output has no status");
    }
    String token = text(status, "token");
    String problem = token == null ? null : HeaderCredentials.problemOf(token);
    if (problem != null) {
      throw new IllegalArgumentException("its status.token " + problem);
    }
    String certificate = text(status, "clientCertificateData");
    String key = text(status, "clientKeyData");
    if (token == null && certificate == null && key == null) {
      throw new IllegalArgumentException("its status has neither a token nor a certificate");
    }
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException("its status has a certificate or a key, but not both");
    }
    return new ExecPlugin.Given(token, pair(certificate, key), expires(status), asked, obtained);
  }

  private static void checkType(Map<String, @Nullable Object> answer, String apiVersion) {
    if (answer.isEmpty()) {
      throw new IllegalArgumentException("it printed nothing");
    }
    if (!KIND.equals(answer.get("kind"))) {
      throw new IllegalArgumentException("its output is not of kind " + KIND);
    }
    if (!apiVersion.equals(answer.get("apiVersion"))) {
      throw new IllegalArgumentException(
          "it answered with another apiVersion than the "
              + apiVersion
              + " that the kubeconfig names; update the program, or the kubeconfig");
    }
  }

  private static @Nullable String text(Map<?, ?> status, String name) {
    Object value = status.get(name);
    if (value == null || value instanceof String text && text.isEmpty()) {
      return null;
    }
    if (value instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("its status." + name + " is not text");
  }

  private static @Nullable ClientCertificate pair(
      @Nullable String certificate, @Nullable String key) {
    if (certificate == null || key == null) {
      return null;
    }
    return ClientCertificate.of(
        certificate.getBytes(StandardCharsets.US_ASCII),
        "status.clientCertificateData",
        key.getBytes(StandardCharsets.US_ASCII),
        "status.clientKeyData");
  }

  private static @Nullable Instant expires(Map<?, ?> status) {
    String text = text(status, "expirationTimestamp");
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("its status.expirationTimestamp is not a time", e);
    }
  }
}

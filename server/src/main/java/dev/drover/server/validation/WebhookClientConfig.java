package dev.drover.server.validation;

import dev.drover.api.Names;
import java.util.List;

/// Validates the address of a webhook: a URL or a service.
///
/// In Go: the package `k8s.io/apiserver/pkg/util/webhook`.
public final class WebhookClientConfig {
  private static final String URL_FORM = "; desired format: https://host[/path]";

  private WebhookClientConfig() {}

  /// Complains unless there is exactly one of `url` and `service`, or about the one there is.
  public static void check(FieldValidator config) {
    if (config.has("url") == config.has("service")) {
      config.required("exactly one of url or service is required");
    } else if (config.has("url")) {
      checkUrl(config.child("url"));
    } else {
      checkService(config.child("service"));
    }
  }

  private static void checkUrl(FieldValidator url) {
    try {
      GoUrl parts = GoUrl.parse(url.text());
      if (!parts.scheme().equals("https")) {
        url.invalid(parts.scheme(), "'https' is the only allowed URL scheme" + URL_FORM);
      }
      if (parts.host().isEmpty()) {
        url.invalid("", "host must be specified" + URL_FORM);
      }
      if (parts.hasUser()) {
        url.invalid(parts.user(), "user information is not permitted in the URL");
      }
      if (!parts.fragment().isEmpty()) {
        url.invalid(parts.fragment(), "fragments are not permitted in the URL");
      }
      if (!parts.query().isEmpty()) {
        url.invalid(parts.query(), "query parameters are not permitted in the URL");
      }
    } catch (GoUrl.Malformed e) {
      url.required("url must be a valid URL: " + e.getMessage() + URL_FORM);
    }
  }

  /// Kubernetes mixes up name and namespace: it complains about the one when the other is missing.
  private static void checkService(FieldValidator service) {
    if (service.child("namespace").isBlank()) {
      service.child("name").required("");
    }
    if (service.child("name").isBlank()) {
      service.child("namespace").required("");
    }
    FieldValidator port = service.child("port");
    List<String> complaints = StringFormats.portNumber(port.number());
    if (!complaints.isEmpty()) {
      port.invalid(port.number(), "port is not valid: " + String.join(", ", complaints));
    }
    checkPath(service.child("path"));
  }

  private static void checkPath(FieldValidator path) {
    String text = path.text();
    if (text.isEmpty() || text.equals("/")) {
      return;
    }
    if (text.equals("//")) {
      path.invalid(text, "segment[0] may not be empty");
      return;
    }
    if (!text.startsWith("/")) {
      path.invalid("must start with a '/'");
    }
    String rest = text.substring(1);
    if (rest.endsWith("/")) {
      rest = rest.substring(0, rest.length() - 1);
    }
    String[] steps = rest.split("/", -1);
    for (int i = 0; i < steps.length; i++) {
      if (steps[i].isEmpty()) {
        path.invalid("segment[" + i + "] may not be empty");
        continue;
      }
      for (String complaint : Names.dnsSubdomain(steps[i])) {
        path.invalid("segment[" + i + "]: " + complaint);
      }
    }
  }
}

package dev.drover.server.kinds.networking;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.service.LoadBalancerStatus;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Ip;
import dev.drover.server.validation.IpFields;
import dev.drover.server.validation.ObjectReferences;
import dev.drover.server.validation.StringFormats;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ingresses: hosts, paths and their backends.
public final class IngressStrategy implements StatusStrategy {
  private static final String CLASS_ANNOTATION = "kubernetes.io/ingress.class";
  private static final String ABSOLUTE = "must be an absolute path";

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator ingress = FieldValidator.root(object);
    check(ingress.child("spec"), false, false);
    FieldValidator className = ingress.child("spec", "ingressClassName");
    TreeNode annotations = object.at("metadata").at("annotations");
    if (annotations.has(CLASS_ANNOTATION)
        && className.isPresent()
        && !annotations.text(CLASS_ANNOTATION).equals(className.text())) {
      ingress
          .as(FieldPath.of("annotations", CLASS_ANNOTATION))
          .invalid(
              annotations.text(CLASS_ANNOTATION),
              "must match `ingressClassName` when both are specified");
    }
    return ingress.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    check(spec, hadBadSecretName(old), hadBadWildcardRule(old));
    return spec.errors();
  }

  private static boolean hadBadSecretName(TreeNode old) {
    return old.at("spec").items("tls").stream()
        .map(tls -> tls.text("secretName"))
        .anyMatch(name -> !name.isEmpty() && !Names.dnsSubdomain(name).isEmpty());
  }

  private static boolean hadBadWildcardRule(TreeNode old) {
    FieldValidator rules = FieldValidator.root(old).child("spec", "rules");
    rules.items().stream()
        .filter(rule -> rule.child("host").text().contains("*"))
        .forEach(rule -> checkPaths(rule.child("http")));
    return !rules.errors().isEmpty();
  }

  private static void check(
      FieldValidator spec, boolean toleratesSecretName, boolean toleratesWildcard) {
    FieldValidator rules = spec.child("rules");
    FieldValidator backend = spec.child("defaultBackend");
    if (rules.size() == 0 && !backend.isPresent()) {
      spec.invalid(rules.value(), "either `defaultBackend` or `rules` must be specified");
    }
    backend.ifPresent(IngressStrategy::checkBackend);
    for (FieldValidator rule : rules.items()) {
      checkHost(rule.child("host"));
      boolean isWildcard = rule.child("host").text().contains("*");
      if (!isWildcard || !toleratesWildcard) {
        checkPaths(rule.child("http"));
      }
    }
    for (FieldValidator tls : spec.child("tls").items()) {
      tls.child("hosts").each(IngressStrategy::checkName);
      FieldValidator secret = tls.child("secretName");
      if (!toleratesSecretName && !secret.isBlank()) {
        secret.checkText(Names::dnsSubdomain);
      }
    }
    spec.child("ingressClassName").ifPresent(name -> name.checkText(Names::dnsSubdomain));
  }

  private static void checkHost(FieldValidator host) {
    if (host.isBlank()) {
      return;
    }
    if (Ip.parse(host.text()).isPresent()) {
      host.invalid("must be a DNS name, not an IP address");
    }
    checkName(host);
  }

  private static void checkName(FieldValidator host) {
    host.checkText(
        host.text().contains("*") ? StringFormats::wildcardSubdomain : Names::dnsSubdomain);
  }

  private static void checkPaths(FieldValidator http) {
    if (!http.isPresent()) {
      return;
    }
    FieldValidator paths = http.child("paths");
    if (paths.size() == 0) {
      paths.required("");
    }
    for (FieldValidator path : paths.items()) {
      if (path.has("pathType")) {
        checkPath(path);
        checkBackend(path.child("backend"));
      } else {
        path.child("pathType").required("pathType must be specified");
      }
    }
  }

  private static void checkPath(FieldValidator owner) {
    FieldValidator path = owner.child("path");
    String text = path.text();
    switch (owner.child("pathType").text()) {
      case "Exact", "Prefix" -> {
        if (!text.startsWith("/")) {
          path.invalid(text, ABSOLUTE);
        }
        for (String part : List.of("//", "/./", "/../", "%2f", "%2F")) {
          if (text.contains(part)) {
            path.invalid("must not contain '" + part + "'");
          }
        }
        for (String end : List.of("/..", "/.")) {
          if (text.endsWith(end)) {
            path.invalid("cannot end with '" + end + "'");
          }
        }
      }
      case "ImplementationSpecific" -> {
        if (!text.isEmpty() && !text.startsWith("/")) {
          path.invalid(ABSOLUTE);
        }
      }
      default ->
          owner
              .child("pathType")
              .notSupported(List.of("Exact", "ImplementationSpecific", "Prefix"));
    }
  }

  private static void checkBackend(FieldValidator backend) {
    boolean hasResource = backend.has("resource");
    boolean hasService = backend.has("service");
    if (hasResource && hasService) {
      backend.invalid("", "cannot set both resource and service backends");
    } else if (hasResource) {
      ObjectReferences.checkLocal(backend.child("resource"));
    } else if (hasService) {
      checkService(backend, backend.child("service"));
    } else {
      backend.invalid("", "resource or service backend is required");
    }
  }

  private static void checkService(FieldValidator backend, FieldValidator service) {
    FieldValidator name = service.child("name");
    if (name.needText()) {
      name.checkText(Names::dnsLabel);
    }
    FieldValidator portName = service.child("port", "name");
    FieldValidator portNumber = service.child("port", "number");
    boolean hasNumber = portNumber.number() != 0;
    if (!portName.isBlank() && hasNumber) {
      backend.invalid("", "cannot set both port name & port number");
    } else if (!portName.isBlank()) {
      portName.checkText(StringFormats::portName);
    } else if (hasNumber) {
      portNumber.invalid(StringFormats.portNumber(portNumber.number()));
    } else {
      backend.required("port name or number is required");
    }
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .validating(this::validateStatus)
        .warning((object, _) -> statusWarnings(object));
  }

  private List<FieldError> validateStatus(TreeNode object, TreeNode old) {
    List<String> existing =
        old.at("status").at("loadBalancer").items("ingress").stream()
            .map(ingress -> ingress.text("ip"))
            .toList();
    FieldValidator ingresses =
        FieldValidator.root(object).child("status", "loadBalancer", "ingress");
    for (FieldValidator ingress : ingresses.items()) {
      if (!ingress.child("ip").isBlank()) {
        IpFields.checkLegacyIp(ingress.child("ip"), existing);
      }
      LoadBalancerStatus.checkHostname(ingress.child("hostname"));
    }
    return ingresses.errors();
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    boolean hasAnnotation = object.at("metadata").at("annotations").has(CLASS_ANNOTATION);
    return old == null && hasAnnotation && !object.at("spec").has("ingressClassName")
        ? List.of(
            "annotation \""
                + CLASS_ANNOTATION
                + "\" is deprecated, please use 'spec.ingressClassName' instead")
        : List.of();
  }

  private List<String> statusWarnings(TreeNode object) {
    return LoadBalancerStatus.warnings(object);
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }
}

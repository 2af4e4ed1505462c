package dev.drover.server.kinds.networking;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.ObjectReferences;
import dev.drover.server.validation.StringFormats;
import java.util.List;

/// Classes of ingresses: an immutable controller, and a reference to its parameters.
public final class IngressClassStrategy implements Strategy {
  private static final int MAX_CONTROLLER = 250;

  @Override
  public void setDefaults(TreeNode object) {
    object
        .at("spec")
        .child("parameters")
        .ifPresent(parameters -> parameters.setDefault("scope", "Cluster"));
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    check(spec);
    return spec.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    Immutability.needSame(
        spec.child("controller"), FieldValidator.root(old).child("spec", "controller"));
    check(spec);
    return spec.errors();
  }

  private static void check(FieldValidator spec) {
    FieldValidator controller = spec.child("controller");
    if (StringFormats.length(controller.text()) > MAX_CONTROLLER) {
      controller.tooLong(MAX_CONTROLLER);
    }
    checkController(controller);
    spec.child("parameters").ifPresent(IngressClassStrategy::checkParameters);
  }

  /// In Go: {@index validation.IsDomainPrefixedPath}.
  private static void checkController(FieldValidator controller) {
    if (!controller.needText()) {
      return;
    }
    String text = controller.text();
    int slash = text.indexOf('/');
    if (slash <= 0 || slash == text.length() - 1) {
      controller.invalid("must be a domain-prefixed path (such as \"acme.io/foo\")");
      return;
    }
    String host = text.substring(0, slash);
    Names.dnsSubdomain(host).forEach(complaint -> controller.invalid(host, complaint));
    String path = text.substring(slash + 1);
    StringFormats.httpPath(path).forEach(complaint -> controller.invalid(path, complaint));
  }

  private static void checkParameters(FieldValidator parameters) {
    ObjectReferences.checkLocal(parameters);
    FieldValidator namespace = parameters.child("namespace");
    FieldValidator scope = parameters.child("scope");
    switch (scope.text()) {
      case "Namespace" -> {
        if (namespace.isPresent()) {
          namespace.checkText(Names::dnsLabel);
        } else {
          namespace.required("`parameters.scope` is set to 'Namespace'");
        }
      }
      case "Cluster" ->
          namespace.ifPresent(it -> it.forbidden("`parameters.scope` is set to 'Cluster'"));
      default -> scope.notSupported(List.of("Cluster", "Namespace"));
    }
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }
}

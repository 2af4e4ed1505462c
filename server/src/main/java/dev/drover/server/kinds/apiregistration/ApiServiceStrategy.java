package dev.drover.server.kinds.apiregistration;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.GoQuoting;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.Naming;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// API services: the versions of API groups, and the backends of those that this server does not.
public final class ApiServiceStrategy implements StatusStrategy {
  private static final int MAX_GROUP_PRIORITY = 20_000;
  private static final int MAX_VERSION_PRIORITY = 1000;

  @Override
  public void setDefaults(TreeNode object) {
    object.at("spec").child("service").ifPresent(service -> service.setDefault("port", 443));
  }

  /// What the server serves itself is available at once.
  @Override
  public void prepareForCreate(TreeNode object) {
    object.remove("status");
    if (!object.at("spec").has("service")) {
      Map<String, Object> available =
          Map.of(
              "type",
              "Available",
              "status",
              "True",
              "reason",
              "Local",
              "message",
              "Local APIServices are always available",
              "lastTransitionTime",
              object.at("metadata").text("creationTimestamp"));
      object.orCreate("status").set("conditions", List.of(available));
    }
  }

  @Override
  public Naming naming() {
    return new Naming(ApiServiceStrategy::nameErrors, true);
  }

  private static List<String> nameErrors(String name, TreeNode object) {
    List<String> complaints = StringFormats.pathSegment(name);
    String required = object.at("spec").text("version") + "." + object.at("spec").text("group");
    return complaints.isEmpty() && !name.equals(required)
        ? List.of("must be `spec.version+\".\"+spec.group`: " + GoQuoting.quote(required))
        : complaints;
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    FieldValidator group = spec.child("group");
    FieldValidator version = spec.child("version");
    if (!group.isBlank()) {
      group.checkText(Names::dnsSubdomain);
    } else if (!version.text().equals("v1")) {
      group.required("only v1 may have an empty group and it better be legacy kube");
    }
    version.checkText(StringFormats::dns1035Label);
    checkPriority(spec.child("groupPriorityMinimum"), MAX_GROUP_PRIORITY);
    checkPriority(spec.child("versionPriority"), MAX_VERSION_PRIORITY);
    if (spec.has("service")) {
      checkRemote(spec);
    } else {
      checkLocal(spec);
    }
    return spec.errors();
  }

  private static void checkPriority(FieldValidator priority, int max) {
    if (priority.number() <= 0 || priority.number() > max) {
      priority.invalid(priority.number(), "must be positive and less than " + max);
    }
  }

  private static void checkLocal(FieldValidator spec) {
    FieldValidator authority = spec.child("caBundle");
    if (!authority.isBlank()) {
      int bytes = Base64.getDecoder().decode(authority.text()).length;
      authority.invalid(bytes + " bytes", "local APIServices may not have a caBundle");
    }
    FieldValidator insecure = spec.child("insecureSkipTLSVerify");
    if (insecure.isTrue()) {
      insecure.invalid("local APIServices may not have insecureSkipTLSVerify");
    }
  }

  private static void checkRemote(FieldValidator spec) {
    FieldValidator service = spec.child("service");
    service.child("namespace").needText();
    service.child("name").needText();
    FieldValidator port = service.child("port");
    List<String> complaints = StringFormats.portNumber(port.number());
    if (!complaints.isEmpty()) {
      port.invalid(port.number(), "port is not valid: " + String.join(", ", complaints));
    }
    FieldValidator insecure = spec.child("insecureSkipTLSVerify");
    if (insecure.isTrue() && !spec.child("caBundle").isBlank()) {
      insecure.invalid("may not be true if caBundle is present");
    }
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .preparing((object, old, _) -> prepareStatus(object, old))
        .validating((object, _) -> validateStatus(object));
  }

  private void prepareStatus(TreeNode object, TreeNode old) {
    UpdateStrategy.restoreAllButStatus(object, old);
    StatusStrategy.keepMetadata(object, old);
  }

  private List<FieldError> validateStatus(TreeNode object) {
    FieldValidator conditions = FieldValidator.root(object).child("status", "conditions");
    conditions.each(it -> it.child("status").needOneOf(List.of("True", "False", "Unknown")));
    return conditions.errors();
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CONDITIONAL;
  }
}

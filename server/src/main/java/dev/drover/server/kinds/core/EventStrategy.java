package dev.drover.server.kinds.core;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.StringFormats;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Events. Under the name `v1` they may be almost anything, for the sake of old clients; under
/// `events.k8s.io/v1` they must be complete, and only their series may change.
///
/// @param strict for `events.k8s.io/v1`
public record EventStrategy(boolean strict) implements DataStrategy {
  private static final int MAX_LENGTH = 128; // of each field that names something
  private static final int MAX_NOTE = 1024;
  private static final String UNSET = "needs to be unset";

  private List<FieldError> validateEarly(TreeNode object, @Nullable TreeNode old) {
    FieldValidator event = FieldValidator.root(core(object));
    checkAlways(event);
    return event.errors();
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator event = FieldValidator.root(core(object));
    if (strict) {
      checkSeries(event);
      if (!event.has("eventTime")) {
        event.child("eventTime").required("");
      }
      FieldValidator type = event.child("type");
      if (!type.text().equals("Normal") && !type.text().equals("Warning")) {
        type.invalid("", "has invalid value: " + type.text());
      }
      for (String name : List.of("firstTimestamp", "lastTimestamp", "count")) {
        event.child(name).ifPresent(it -> it.invalid("", UNSET));
      }
      FieldValidator source = event.child("source");
      if (!source.child("component").isBlank() || !source.child("host").isBlank()) {
        source.invalid("", UNSET);
      }
    }
    return event.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator event = FieldValidator.root(core(object));
    if (strict) {
      FieldValidator was = FieldValidator.root(core(old));
      if (!Immutability.isSame(event.child("series"), was.child("series"))) {
        checkSeries(event);
      }
      needSameRest(event, was);
    }
    return event.errors();
  }

  private static void needSameRest(FieldValidator event, FieldValidator was) {
    needSame(event, was, "involvedObject", "core/v1.ObjectReference");
    needSame(event, was, "reason");
    needSame(event, was, "message");
    needSame(event, was, "source", "core/v1.EventSource");
    Immutability.needSamePointer(event.child("firstTimestamp"), was.child("firstTimestamp"));
    Immutability.needSamePointer(event.child("lastTimestamp"), was.child("lastTimestamp"));
    needSame(event, was, "count");
    needSame(event, was, "reason"); // twice in Kubernetes, which says it twice
    needSame(event, was, "type");
    Immutability.needSamePointer(event.child("eventTime"), was.child("eventTime"));
    needSame(event, was, "action");
    needSame(event, was, "related", "core/v1.ObjectReference");
    FieldValidator controller = event.child("reportingComponent");
    if (!Immutability.isSame(controller, was.child("reportingComponent"))) {
      controller
          .as(FieldPath.of("reportingController"))
          .invalid(controller.text(), FieldValidator.IMMUTABLE);
    }
    needSame(event, was, "reportingInstance");
  }

  private static void needSame(FieldValidator event, FieldValidator was, String name) {
    Immutability.needSame(event.child(name), was.child(name));
  }

  private static void needSame(FieldValidator event, FieldValidator was, String name, String type) {
    FieldValidator now = event.child(name);
    if (!Objects.equals(now.value(), was.child(name).value())) {
      boolean isPointer = name.equals("related");
      now.invalid(
          isPointer && !now.isPresent() ? null : InternalForm.of(type, now.node()),
          FieldValidator.IMMUTABLE);
    }
  }

  private TreeNode core(TreeNode event) {
    return strict ? TreeNode.view(EventConversion.toCore(event.map())) : event;
  }

  private static void checkSeries(FieldValidator event) {
    FieldValidator series = event.child("series");
    if (!series.isPresent()) {
      return;
    }
    if (series.child("count").number() < 2) {
      series.child("count").invalid("", "should be at least 2");
    }
    if (!series.has("lastObservedTime")) {
      series.child("lastObservedTime").required("");
    }
  }

  private void checkAlways(FieldValidator event) {
    String namespace = event.child("metadata", "namespace").text();
    FieldValidator about = event.child("involvedObject", "namespace");
    if (event.has("eventTime")) {
      if (about.isBlank() && !namespace.equals("default") && !namespace.equals("kube-system")) {
        about.invalid(about.text(), "does not match event.namespace");
      }
      checkNew(event);
    } else {
      boolean matches =
          about.isBlank()
              ? namespace.isEmpty() || namespace.equals("default")
              : namespace.equals(about.text());
      if (!matches) {
        about.invalid(about.text(), "does not match event.namespace");
      }
    }
    FieldValidator complained = event.child("namespace");
    Names.dnsSubdomain(namespace).forEach(text -> complained.invalid(namespace, text));
  }

  /// Events of today have a time; those of old clients have first and last timestamps.
  private void checkNew(FieldValidator event) {
    FieldValidator controller =
        event
            .child("reportingComponent")
            .as(FieldPath.of(strict ? "reportingController" : "reportingComponent"));
    controller.needText();
    Names.qualifiedName(controller.text()).forEach(it -> controller.invalid(controller.text(), it));
    for (String name : List.of("reportingInstance", "action", "reason")) {
      event.child(name).needText();
      needLength(event.child(name), MAX_LENGTH);
    }
    needLength(event.child("message"), MAX_NOTE);
  }

  private static void needLength(FieldValidator text, int max) {
    if (StringFormats.length(text.text()) > max) {
      text.invalid("", "can have at most " + max + " characters");
    }
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CREATES;
  }

  @Override
  public Deletion deletion() {
    return Deletion.DEFAULT.dependents(Deletion.Dependents.NONE);
  }

  @Override
  public SelectableFields selectableFields() {
    return this::fieldsOf;
  }

  private Map<String, String> fieldsOf(TreeNode object) {
    TreeNode event = core(object);
    TreeNode about = event.at("involvedObject");
    String prefix = strict ? "regarding." : "involvedObject.";
    String controller = event.text("reportingComponent");
    String source = event.at("source").text("component");
    Map<String, String> fields = new TreeMap<>();
    for (String name :
        List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath")) {
      fields.put(prefix + name, about.text(name));
    }
    fields.put("reason", event.text("reason"));
    fields.put("type", event.text("type"));
    fields.put(strict ? "reportingController" : "reportingComponent", controller);
    if (!strict) {
      fields.put("source", source.isEmpty() ? controller : source);
    }
    return fields;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return (strict ? MetadataChecks.DEFAULT : MetadataChecks.NONE).after(this::validateEarly);
  }
}

package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Bytes;
import dev.drover.api.Condition;
import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.IntOrString;
import dev.drover.api.KubernetesObject;
import dev.drover.api.LabelSelector;
import dev.drover.api.ListKeys;
import dev.drover.api.Manifests;
import dev.drover.api.Name;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Quantity;
import dev.drover.api.RawExtension;
import dev.drover.api.crd.AllowNull;
import dev.drover.api.crd.Atomic;
import dev.drover.api.crd.Crd;
import dev.drover.api.crd.Default;
import dev.drover.api.crd.EmbeddedResource;
import dev.drover.api.crd.ListSet;
import dev.drover.api.crd.Maximum;
import dev.drover.api.crd.Minimum;
import dev.drover.api.crd.MultipleOf;
import dev.drover.api.crd.Pattern;
import dev.drover.api.crd.PrinterColumn;
import dev.drover.api.crd.Required;
import dev.drover.api.crd.Rule;
import dev.drover.api.crd.Scale;
import dev.drover.api.crd.SelectableField;
import dev.drover.api.crd.Size;
import dev.drover.api.crd.StringFormat;
import dev.drover.model.core.v1.EnvVar;
import dev.drover.model.core.v1.ObjectReference;
import dev.drover.model.core.v1.ResourceRequirements;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The definition of a record is the one that controller-gen makes of the same types in Go
/// (`src/test/go/controllergen`), but for differences that are listed with their reasons.
class ControllerGenTest {
  @CustomResource(
      group = "example.dev",
      version = "v1",
      plural = "matrices",
      shortNames = {"mx", "mtx"},
      categories = "all")
  @Scale(
      specReplicas = ".spec.i32",
      statusReplicas = ".status.replicas",
      selector = ".status.selector")
  @PrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = "date")
  @PrinterColumn(name = "Text", jsonPath = ".spec.text", priority = 1, description = "words")
  @SelectableField(".spec.text")
  record Matrix(ObjectMeta metadata, Spec spec, @Nullable Status status)
      implements KubernetesObject, HasStatus<Status> {}

  enum Color {
    red,
    green
  }

  @Rule(value = "self.i32 <= self.i64", message = "too large")
  record Spec(
      @Size(min = 1, max = 63) @Pattern("^[a-z]+$") String text,
      @Nullable String opt,
      @Default("red") Color color,
      @Minimum(value = 1, exclusive = true) @Maximum(10) @MultipleOf(2) int i32,
      long i64,
      @Nullable Integer opt32,
      @Default("true") boolean flag,
      @StringFormat("uri") String uri,
      Instant at,
      Duration every,
      Quantity size,
      IntOrString port,
      Bytes data,
      RawExtension raw,
      @EmbeddedResource RawExtension embedded,
      @Nullable Object any,
      @ListSet @Size(max = 5) List<@Size(max = 20) String> set,
      @ListKeys("name") List<Part> parts,
      @Atomic List<Part> atoms,
      @Atomic @Size(max = 3) Map<String, String> labels,
      Map<String, List<Part>> nested,
      @AllowNull @Name("null") @Nullable String null_,
      ResourceRequirements resources,
      LabelSelector selector,
      ObjectReference ref,
      @Required List<EnvVar> env) {}

  record Part(String name, @Default("3") int count) {}

  record Status(int replicas, String selector, List<Condition> conditions) {}

  /// Paths that end so may differ.
  private static final Map<String, String> REASONS =
      Map.of(
          "/metadata/annotations",
          "the version of controller-gen",
          "KeyRef/properties/name/default",
          "the empty text is what a missing name is read as here",
          "KeyRef/properties/optional/default",
          "false is what a missing flag is read as here",
          "/properties/spec/required",
          "a field with a default need not be there, and gets it before it is validated");

  @Test
  void definitionEqualsThatOfControllerGen() throws Exception {
    Map<?, ?> theirs;
    try (var in = ControllerGenTest.class.getResourceAsStream("controller-gen.yaml")) {
      theirs = Manifests.read(in, "controller-gen.yaml").getFirst().tree();
    }
    Map<?, ?> ours = Manifests.parse(Crd.of(Matrix.class).toYaml()).getFirst().tree();
    List<String> differences = new ArrayList<>();
    compare("", theirs, ours, differences);
    assertThat(differences)
        .as("paths with what controller-gen writes and what is written here")
        .allMatch(
            difference ->
                REASONS.keySet().stream()
                    .anyMatch(
                        end -> difference.substring(0, difference.indexOf(": ")).endsWith(end)));
    assertThat(differences)
        .as("reasons that are of use")
        .hasSizeGreaterThanOrEqualTo(REASONS.size());
  }

  private static void compare(
      String path, @Nullable Object theirs, @Nullable Object ours, List<String> differences) {
    if (theirs instanceof Map<?, ?> a && ours instanceof Map<?, ?> b) {
      TreeSet<Object> names = new TreeSet<>(a.keySet());
      names.addAll(b.keySet());
      for (Object name : names) {
        if (!isDefault(name, a.get(name), b.get(name))) {
          compare(path + "/" + name, a.get(name), b.get(name), differences);
        }
      }
    } else if (theirs instanceof List<?> a && ours instanceof List<?> b && a.size() == b.size()) {
      for (int i = 0; i < a.size(); i++) {
        compare(path + "/" + i, a.get(i), b.get(i), differences);
      }
    } else if (theirs == null ? ours != null : !theirs.equals(ours)) {
      differences.add(path + ": " + theirs + ", " + ours);
    }
  }

  /// Lists are atomic unless their schema says otherwise.
  private static boolean isDefault(Object name, @Nullable Object theirs, @Nullable Object ours) {
    return name.equals("x-kubernetes-list-type")
        && (theirs == null || theirs.equals("atomic"))
        && (ours == null || ours.equals("atomic"));
  }
}

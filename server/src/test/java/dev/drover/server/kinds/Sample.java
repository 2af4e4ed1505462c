package dev.drover.server.kinds;

import dev.drover.api.RawExtension;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Resource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A valid object of a kind.
record Sample(Resource resource, Map<String, @Nullable Object> object) {
  private static final List<String> FILES =
      List.of(
          "samples.txt",
          "samples-apiconfig.txt",
          "samples-betas.txt",
          "samples-devices.txt",
          "samples-storage.txt");

  /// With `-Drules.only=regex` only samples whose kind or name match.
  private static final Pattern ONLY = Pattern.compile(System.getProperty("rules.only", ""));

  /// All of them, from the files beside this class: one JSON object after a line `---`.
  static List<Sample> all() throws IOException {
    List<Sample> samples = new ArrayList<>();
    for (String file : FILES) {
      try (InputStream in = Objects.requireNonNull(Sample.class.getResourceAsStream(file), file)) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        for (String json : text.split("---\n", -1)) {
          if (!json.isBlank()) {
            samples.add(of(RawExtension.ofJson(json).tree()));
          }
        }
      }
    }
    samples.removeIf(sample -> !ONLY.matcher(sample.toString()).find());
    return samples;
  }

  private static Sample of(@Nullable Object tree) {
    TreeNode object = TreeNode.empty().set("sample", tree).at("sample");
    Resource resource =
        BuiltInResources.withBetas().stream()
            .filter(it -> it.gvk().apiVersion().equals(object.text("apiVersion")))
            .filter(it -> it.gvk().kind().equals(object.text("kind")))
            .findFirst()
            .orElseThrow();
    if (resource.namespaced()) {
      object.at("metadata").set("namespace", "default");
    }
    return new Sample(resource, object.map());
  }

  /// The object itself, and at most so many of those that are one step away from it, by what is
  /// different; always the same ones.
  Map<String, Map<String, @Nullable Object>> mutations(int most) {
    var all = FieldMutations.of(resource.structure(), object);
    List<String> chosen = new ArrayList<>(all.keySet());
    Collections.shuffle(chosen, new Random(1));
    all.keySet().retainAll(Set.copyOf(chosen.subList(0, Math.min(most, chosen.size()))));
    all.put("nothing changed", object);
    return all;
  }

  @Override
  public String toString() {
    return resource.gvk() + " " + TreeNode.copyOf(object).at("metadata").text("name");
  }
}

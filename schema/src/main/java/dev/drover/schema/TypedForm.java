package dev.drover.schema;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.api.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the body of a request into the tree that kube-apiserver would give back: as Go decodes it
/// into the kind's struct, stores it and writes it again.
///
/// Unknown fields and nulls are gone, zero values are there or not as Go's tags say (`status: {}`,
/// `lastProbeTime: null`), quantities, times and bytes have their one canonical form, empty lists
/// and maps vanish where storage has no way to keep them.
///
/// What kube-apiserver answers 400 to is an [UnreadableException] with its text; the caller puts
/// `Deployment in version "v1" cannot be handled as a Deployment: ` in front.
///
/// Safe for hostile input: depth is limited, and nothing is computed from a number but its value.
///
/// In Go: `runtime/serializer/json` with `Strict`, then `json.Marshal`.
public final class TypedForm {
  private static final byte[] NULL = "null".getBytes(StandardCharsets.UTF_8);

  private TypedForm() {}

  /// What becomes of a list or map that was set, but is empty.
  public enum Empties {
    /// It is there, if it shows or tells something: as Go holds the object before it is stored.
    /// Likewise `metadata.managedFields`, where an empty list means something.
    KEPT(true, true),
    /// It is there, if it shows: as Go writes the object before it is stored.
    SHOWN(true, false),
    /// It is there only if a rule of Go's asks whether it was set at all.
    TELLING(false, true),
    /// It is not, unless the kind is stored as JSON: as the object comes back.
    DROPPED(false, false);

    private final boolean show;
    private final boolean tell;

    Empties(boolean show, boolean tell) {
      this.show = show;
      this.tell = tell;
    }
  }

  /// A body that could be read.
  ///
  /// @param tree the object in canonical form; `apiVersion` and `kind` as they were sent, if they
  ///   were
  /// @param strictErrors what field validation warns of or refuses, in order, at most 100: `unknown
  ///   field "spec.foo"`, `duplicate field "spec.foo"`
  public record Reading(Map<String, @Nullable Object> tree, List<String> strictErrors) {
    public Reading {
      strictErrors = List.copyOf(strictErrors);
    }

    /// The failure if fields are validated strictly.
    public String strictMessage() {
      return "strict decoding error: " + String.join(", ", strictErrors);
    }
  }

  /// Reads JSON.
  ///
  /// @param type what objects of the kind are made of: a kind of the table
  /// @throws UnreadableException when it is no object of the kind
  public static Reading ofJson(byte[] json, Structure.Fields type) {
    return ofJson(json, type, Empties.DROPPED);
  }

  /// Reads JSON.
  ///
  /// @param type what objects of the kind are made of: a kind of the table
  /// @throws UnreadableException when it is no object of the kind
  public static Reading ofJson(byte[] json, Structure.Fields type, Empties empties) {
    JsonSyntax.check(json);
    TypedReader reader = new TypedReader(new JsonCursor(json));
    Map<String, @Nullable Object> values = reader.read(type);
    return new Reading(tree(type, values, empties), reader.strictErrors());
  }

  private static Map<String, @Nullable Object> tree(
      Structure.Fields type, Map<String, @Nullable Object> values, Empties empties) {
    boolean keeps = empties == Empties.KEPT;
    Map<String, @Nullable Object> tree =
        new TypedWriter(empties.show || isStoredAsJson(type), empties.tell).struct(type, values);
    return keeps && hasNoOwners(values.get("metadata")) ? withNoOwners(tree) : tree;
  }

  private static boolean hasNoOwners(@Nullable Object metadata) {
    return metadata instanceof Map<?, ?> map
        && map.get("managedFields") instanceof List<?> entries
        && entries.isEmpty();
  }

  private static Map<String, @Nullable Object> withNoOwners(Map<String, @Nullable Object> tree) {
    TreeNode copy = TreeNode.copyOf(tree);
    copy.orCreate("metadata").set("managedFields", List.of());
    return copy.map();
  }

  /// Whether there may be a list or map in a tree that is empty and still tells something; such a
  /// tree is not what is stored.
  public static boolean mayHaveTellingEmpties(Map<String, ? extends @Nullable Object> tree) {
    return EmptySensitiveFields.mayBeIn(tree);
  }

  /// Checks that bytes are JSON of any shape.
  ///
  /// @throws UnreadableException when they are not; the message is Go's
  public static void requireJson(byte[] json) {
    JsonSyntax.check(json);
  }

  /// JSON of any shape.
  ///
  /// @param strictErrors about members that are there twice
  public record Parsed(@Nullable Object tree, List<String> strictErrors) {
    public Parsed {
      strictErrors = List.copyOf(strictErrors);
    }
  }

  /// Reads JSON of any shape, such as a patch.
  ///
  /// @throws UnreadableException when it is no JSON
  public static Parsed parse(byte[] json) {
    JsonSyntax.check(json);
    UntypedReader reader = new UntypedReader(new JsonCursor(json));
    return new Parsed(reader.value(), reader.duplicates());
  }

  /// Brings a tree into canonical form: of an object that came as protobuf, or the result of a JSON
  /// patch or merge patch.
  ///
  /// @throws UnreadableException when it is no object of the kind
  public static Reading ofTree(
      Map<String, ? extends @Nullable Object> tree, Structure.Fields type) {
    return ofTree(tree, type, Empties.DROPPED);
  }

  /// Brings a tree into canonical form.
  ///
  /// @throws UnreadableException when it is no object of the kind
  public static Reading ofTree(
      Map<String, ? extends @Nullable Object> tree, Structure.Fields type, Empties empties) {
    return ofAnyTree(tree, type, empties);
  }

  static Reading ofAnyTree(@Nullable Object tree, Structure.Fields type, Empties empties) {
    byte[] json = tree == null ? NULL : RawExtension.ofTree(tree).raw().toByteArray();
    return ofJson(json, type, empties);
  }

  /// Brings the result of a strategic merge patch into canonical form. Differs from [#ofTree] in
  /// the words about what is wrong, and in that numbers that do not fit are cut.
  ///
  /// In Go: `runtime.DefaultUnstructuredConverter`.
  ///
  /// @throws UnreadableException when it is no object of the kind
  public static Reading ofUnstructured(
      Map<String, ? extends @Nullable Object> tree, Structure.Fields type, Empties empties) {
    UnstructuredReader reader = new UnstructuredReader();
    Map<String, @Nullable Object> values = reader.read(type, tree);
    return new Reading(tree(type, values, empties), reader.strictErrors());
  }

  /// The extension servers of kube-apiserver store their kinds as JSON.
  private static boolean isStoredAsJson(Structure.Fields type) {
    return type.name().startsWith("apiextensions/") || type.name().startsWith("apiregistration/");
  }

  /// What a JSON body says it is; parts that it does not say are empty.
  ///
  /// @throws UnreadableException when it does not have them where they belong; the caller puts `the
  ///   object provided is unrecognized (must be of type Deployment): ` in front
  public static GroupVersionKind kindOf(byte[] json) {
    String apiVersion = "";
    String kind = "";
    try {
      JsonSyntax.check(json);
      JsonCursor in = new JsonCursor(json);
      if (in.tryNull()) {
        return GroupVersionKind.EMPTY;
      }
      if (in.peek() != '{') {
        throw new UnreadableException(
            "json: cannot unmarshal "
                + in.kind()
                + " into Go value of type struct { APIVersion string"
                + " \"json:\\\"apiVersion,omitempty\\\"\"; Kind string"
                + " \"json:\\\"kind,omitempty\\\"\" }");
      }
      in.enter();
      for (String name = in.nextName(); name != null; name = in.nextName()) {
        switch (name.toLowerCase(Locale.ROOT)) { // here, and only here, case does not count
          case "apiversion" -> apiVersion = text(in, "apiVersion", apiVersion);
          case "kind" -> kind = text(in, "kind", kind);
          default -> in.skip();
        }
      }
    } catch (UnreadableException e) {
      throw new UnreadableException(
          "couldn't get version/kind; json parse error: " + e.getMessage());
    }
    if (apiVersion.chars().filter(c -> c == '/').count() > 1) {
      throw new UnreadableException("unexpected GroupVersion string: " + apiVersion);
    }
    return GroupVersionKind.parse(apiVersion, kind);
  }

  private static String text(JsonCursor in, String field, String otherwise) {
    if (in.tryNull()) {
      return otherwise;
    }
    if (in.peek() != '"') {
      throw new UnreadableException(
          "json: cannot unmarshal "
              + in.kind()
              + " into Go struct field ."
              + field
              + " of type string");
    }
    return in.string();
  }

  /// A body in YAML, made JSON.
  ///
  /// @param json with sorted members; of keys that are there twice the last counts
  /// @param strictErrors about those keys; they come before those about the JSON
  public record FromYaml(Bytes json, List<String> strictErrors) {
    public FromYaml {
      strictErrors = List.copyOf(strictErrors);
    }

    /// The reading of the JSON, with the complaints about the YAML in front.
    public Reading with(Reading reading) {
      List<String> all = new ArrayList<>(strictErrors);
      all.addAll(reading.strictErrors());
      return new Reading(reading.tree(), all);
    }
  }

  /// The JSON that YAML stands for, where repeated keys are not reported.
  ///
  /// @throws UnreadableException when it is no YAML
  public static byte[] yamlToJson(byte[] yaml) {
    return fromYaml(yaml).json().toByteArray();
  }

  /// Turns YAML into the JSON that it stands for, as `sigs.k8s.io/yaml` does.
  ///
  /// @throws UnreadableException when it is no YAML
  public static FromYaml fromYaml(byte[] yaml) {
    List<String> repeated = new ArrayList<>();
    try {
      Object tree =
          Yaml.readValue(
              yaml,
              "yaml",
              (key, line) ->
                  repeated.add(
                      "line " + line + ": key " + GoQuoting.quote(key) + " already set in map"));
      return new FromYaml(
          tree == null ? Bytes.of(NULL) : RawExtension.ofTree(tree).raw(),
          repeated.isEmpty()
              ? List.of()
              : List.of("yaml: unmarshal errors:\n  " + String.join("\n  ", repeated)));
    } catch (DecodeException e) {
      throw new UnreadableException(GoYamlErrors.of(String.valueOf(e.getMessage()), yaml));
    }
  }
}

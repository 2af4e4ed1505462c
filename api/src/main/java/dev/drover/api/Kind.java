package dev.drover.api;

import dev.drover.api.codec.Codec;
import dev.drover.api.codec.RootType;
import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A kind of object: its names in the API, its scope, and the Java type of its objects.
///
/// Everything that handles objects of any kind (clients, caches, controllers) takes one. Built-in
/// kinds have theirs as a constant, `Pod.KIND`; a record has one by its [CustomResource]
/// annotation, see [#of(Class)].
///
/// ```java
/// Kind<Shop> shops = Kind.of(Shop.class);                    // a record with @CustomResource
/// Kind<DynamicObject> widgets = Kind.dynamic(gvk, "widgets", Scope.NAMESPACED);
/// ResourceClient<Pod> pods = client.resources(Pod.KIND).inNamespace("shop");
/// byte[] json = shops.codec().encode(shop, Format.JSON);
/// ```
///
/// @param <T> the Java type of its objects
public final class Kind<T extends KubernetesObject> {
  private static final ClassValue<Kind<?>> BY_CLASS =
      new ClassValue<>() {
        @Override
        protected Kind<?> computeValue(Class<?> type) {
          return Struct.class.isAssignableFrom(type) ? ofModelClass(type) : ofUserClass(type);
        }
      };

  /// A label of RFC 1035.
  private static final Pattern WORD = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");

  private final GroupVersionKind gvk;
  private final Class<T> type;
  private final RootType<T> root;
  private final Codec<T> codec;
  private final Facts facts;

  private Kind(GroupVersionKind gvk, Class<T> type, RootType<T> root, Facts facts) {
    this.gvk = gvk;
    this.type = type;
    this.root = root;
    this.codec = Codec.of(this, root);
    this.facts = facts;
  }

  /// For generated code: a kind from its line in the schema table, `group version Kind
  /// name=value...`.
  public static <T extends Struct & KubernetesObject> Kind<T> of(
      Class<T> type, StructType<T> struct, String line) {
    String[] columns = line.split(" ");
    String group = columns[0].equals("core") ? "" : columns[0];
    return new Kind<>(
        new GroupVersionKind(group, columns[1], columns[2]),
        type,
        RootType.ofStruct(struct),
        Facts.parse(columns[2], Arrays.asList(columns).subList(3, columns.length)));
  }

  /// The kind that a class stands for: a class of the model, or a record annotated with
  /// [CustomResource].
  ///
  /// @throws IllegalArgumentException when it stands for none, or when a component of the record
  ///   has no JSON form; the message says what to do
  @SuppressWarnings("unchecked") // the table goes by class
  public static <T extends KubernetesObject> Kind<T> of(Class<T> type) {
    return (Kind<T>) BY_CLASS.get(type);
  }

  /// The kind of this object: that of its class, or what a [DynamicObject] says it is (its plural
  /// is then a guess, and it may be empty).
  ///
  /// In Go: {@index schema.ObjectKind}.
  ///
  /// @throws IllegalArgumentException for a [PartialObject], which does not know its kind
  @SuppressWarnings("unchecked") // an object is of its class
  public static <T extends KubernetesObject> Kind<T> ofObject(T object) {
    return object instanceof DynamicObject dynamic
        ? (Kind<T>) dynamic(dynamic.gvk(), defaultPlural(dynamic.gvk().kind()), Scope.NAMESPACED)
        : of((Class<T>) object.getClass());
  }

  /// A kind without a Java type of its own.
  public static Kind<DynamicObject> dynamic(GroupVersionKind gvk, String plural, Scope scope) {
    Facts facts =
        new Facts(
            plural,
            gvk.kind().toLowerCase(Locale.ROOT),
            scope,
            List.of(),
            List.of(),
            List.of(),
            Map.of());
    return new Kind<>(gvk, DynamicObject.class, RootType.ofTree(gvk, DynamicObject::new), facts);
  }

  /// This kind, with objects of which only the metadata is read.
  public Kind<PartialObject> metadataOnly() {
    return new Kind<>(gvk, PartialObject.class, RootType.ofStruct(PartialObject.TYPE), facts);
  }

  private static Kind<?> ofModelClass(Class<?> type) {
    if (type == PartialObject.class) {
      throw new IllegalArgumentException(
          "a PartialObject can be of any kind: say which, as in Pod.KIND.metadataOnly()");
    }
    try {
      return (Kind<?>) Objects.requireNonNull(type.getField("KIND").get(null));
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          type.getName() + " is part of an object, not a kind of its own: it has no constant KIND",
          e);
    }
  }

  private static Kind<?> ofUserClass(Class<?> type) {
    if (type == DynamicObject.class) {
      throw new IllegalArgumentException(
          "a DynamicObject can be of any kind: say which, with Kind.dynamic(...)");
    }
    CustomResource resource = type.getAnnotation(CustomResource.class);
    if (resource == null || !KubernetesObject.class.isAssignableFrom(type)) {
      throw new IllegalArgumentException(
          type.getName()
              + " is not a kind: annotate the record with @CustomResource(group = ..., version ="
              + " ...) and let it implement KubernetesObject");
    }
    requireNames(type, resource);
    return ofRecord(type.asSubclass(KubernetesObject.class), resource);
  }

  /// The server refuses other names too, but much later.
  private static void requireNames(Class<?> type, CustomResource resource) {
    if (!Names.dnsSubdomain(resource.group()).isEmpty() || resource.group().indexOf('.') < 0) {
      throw new IllegalArgumentException(
          type.getName()
              + ": the group must be a domain such as 'example.com', got '"
              + resource.group()
              + "'");
    }
    String kind = resource.kind().isEmpty() ? type.getSimpleName() : resource.kind();
    requireWord(type, "version", resource.version(), "v1alpha1");
    requireWord(type, "kind in lower case", kind.toLowerCase(Locale.ROOT), "shop");
    if (!resource.plural().isEmpty()) {
      requireWord(type, "plural", resource.plural(), "shops");
    }
    if (!resource.singular().isEmpty()) {
      requireWord(type, "singular", resource.singular(), "shop");
    }
    for (String name : resource.shortNames()) {
      requireWord(type, "short name", name, "sh");
    }
    for (String name : resource.categories()) {
      requireWord(type, "category", name, "all");
    }
  }

  private static void requireWord(Class<?> type, String what, String word, String example) {
    if (!WORD.matcher(word).matches()) {
      throw new IllegalArgumentException(
          "%s: the %s must be a word such as '%s', got '%s'"
              .formatted(type.getName(), what, example, word));
    }
  }

  private static <R extends KubernetesObject> Kind<R> ofRecord(
      Class<R> type, CustomResource resource) {
    String kind = resource.kind().isEmpty() ? type.getSimpleName() : resource.kind();
    String singular =
        resource.singular().isEmpty() ? kind.toLowerCase(Locale.ROOT) : resource.singular();
    String plural = resource.plural().isEmpty() ? defaultPlural(kind) : resource.plural();
    Facts facts =
        new Facts(
            plural,
            singular,
            resource.scope(),
            List.of(resource.shortNames()),
            List.of(resource.categories()),
            List.of(),
            HasStatus.class.isAssignableFrom(type) ? Map.of("status", "") : Map.of());
    return new Kind<>(
        new GroupVersionKind(resource.group(), resource.version(), kind),
        type,
        RootType.ofRecord(type),
        facts);
  }

  /// The English plural in lower case: `policies`, `ingresses`, `icecreams`.
  static String defaultPlural(String kind) {
    String one = kind.toLowerCase(Locale.ROOT);
    if (one.endsWith("s") || one.endsWith("x") || one.endsWith("ch") || one.endsWith("sh")) {
      return one + "es";
    }
    boolean consonantY =
        one.length() > 1 && one.endsWith("y") && "aeiou".indexOf(one.charAt(one.length() - 2)) < 0;
    return consonantY ? one.substring(0, one.length() - 1) + "ies" : one + "s";
  }

  /// Group, version and kind.
  public GroupVersionKind gvk() {
    return gvk;
  }

  /// Group, version and the resource's name in URLs.
  public GroupVersionResource resource() {
    return new GroupVersionResource(gvk.group(), gvk.version(), facts.plural());
  }

  /// The resource's name in URLs.
  public String plural() {
    return facts.plural();
  }

  /// The name of one object, in lower case.
  public String singular() {
    return facts.singular();
  }

  /// Where objects live.
  public Scope scope() {
    return facts.scope();
  }

  /// Whether objects live in a namespace.
  public boolean isNamespaced() {
    return facts.scope() == Scope.NAMESPACED;
  }

  /// Abbreviations that kubectl accepts.
  public List<String> shortNames() {
    return facts.shortNames();
  }

  /// Groups of resources this one belongs to, such as `all`.
  public List<String> categories() {
    return facts.categories();
  }

  /// What the server offers for this kind, such as `get` and `watch`; empty where it is not known.
  public List<String> verbs() {
    return facts.verbs();
  }

  /// Whether there is a subresource of this name, such as `status` or `scale`.
  public boolean hasSubresource(String name) {
    return facts.subresources().containsKey(name);
  }

  /// The Java type of objects.
  public Class<T> type() {
    return type;
  }

  /// Whether objects can be sent as protobuf.
  public boolean hasProtobuf() {
    return root.hasProtobuf();
  }

  /// Whether objects are read and written by reflection: their record, or one inside of it, was
  /// compiled without the annotation processor of `drover-codegen`. The bytes are the same.
  public boolean usesReflection() {
    return root.usesReflection();
  }

  /// An object of this kind with nothing but metadata.
  ///
  /// In Go: {@index runtime.Scheme.New}.
  public T newObject(ObjectMeta metadata) {
    return root.create(gvk, metadata);
  }

  /// A copy of `object` with other metadata, whatever its type.
  public T withMetadata(T object, ObjectMeta metadata) {
    return root.with(object, "metadata", metadata);
  }

  /// A copy of `object` with this status, whatever its type; for a [DynamicObject] the status is a
  /// tree.
  ///
  /// @throws IllegalArgumentException when the kind has no status, or this is not one
  public T withStatus(T object, Object status) {
    return root.with(object, "status", status);
  }

  /// The structural schema of the objects, as a tree: what a CustomResourceDefinition says of them.
  /// Made from the same description as the codec, so what the one reads the other allows.
  ///
  /// Java's types say what is required: a component that is neither `@Nullable` nor a box, an
  /// `Optional`, a list or a map.
  public Map<String, Object> schema() {
    return root.schema();
  }

  /// The entry of this kind's version in a CustomResourceDefinition, as a tree: its name, whether
  /// it is served and stored, schema, subresources, printer columns and selectable fields. For all
  /// versions together see [dev.drover.api.crd.Crd].
  ///
  /// @throws IllegalArgumentException when an annotation does not fit; the message names the place
  ///   and what to write
  public Map<String, @Nullable Object> definitionVersion() {
    return root.version(this);
  }

  /// Reads and writes objects of this kind.
  public Codec<T> codec() {
    return codec;
  }

  /// Equal when the same Java type stands for the same kind.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Kind<?> that
        && gvk.equals(that.gvk)
        && type == that.type
        && facts.plural().equals(that.facts.plural());
  }

  @Override
  public int hashCode() {
    return gvk.hashCode() * 31 + type.hashCode();
  }

  @Override
  public String toString() {
    return gvk.toString();
  }

  /// What discovery says of a kind.
  private record Facts(
      String plural,
      String singular,
      Scope scope,
      List<String> shortNames,
      List<String> categories,
      List<String> verbs,
      Map<String, String> subresources) {

    static Facts parse(String kind, List<String> columns) {
      Map<String, String> values = new HashMap<>();
      for (String column : columns) {
        int equals = column.indexOf('=');
        values.put(column.substring(0, equals), column.substring(equals + 1));
      }
      Map<String, String> subresources = new HashMap<>();
      for (String subresource : list(values.get("subresources"))) {
        int colon = subresource.indexOf(':');
        subresources.put(
            colon < 0 ? subresource : subresource.substring(0, colon),
            colon < 0 ? "" : subresource.substring(colon + 1));
      }
      return new Facts(
          Optional.ofNullable(values.get("plural")).orElseGet(() -> defaultPlural(kind)),
          values.getOrDefault("singular", kind.toLowerCase(Locale.ROOT)),
          "Cluster".equals(values.get("scope")) ? Scope.CLUSTER : Scope.NAMESPACED,
          list(values.get("short")),
          list(values.get("categories")),
          list(values.get("verbs")),
          Map.copyOf(subresources));
    }

    private static List<String> list(@Nullable String text) {
      return text == null || text.isEmpty() ? List.of() : List.of(text.split(","));
    }
  }
}

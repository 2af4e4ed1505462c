package dev.drover.api;

import dev.drover.api.codec.Codec;
import dev.drover.api.codec.KindSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A registry of kinds: finds the Java type of a kind by the kind's name.
///
/// Immutable: [#with] gives a larger scheme. Kinds are resolved on first use, so a scheme of all
/// built-in kinds costs nothing until an object arrives. What a scheme does not know is a
/// [DynamicObject]. Schemes share nothing: two in one program do not know of each other.
///
/// ```java
/// Scheme scheme = Scheme.of(new Kubernetes()).with(Shop.class);
/// KubernetesObject object = scheme.decode(bytes, Format.JSON);
/// switch (object) {
///   case Shop shop -> open(shop);
///   default -> LOG.info("{} is not ours", object.key());
/// }
/// ```
///
/// In Go: {@index runtime.Scheme}.
public final class Scheme {
  private static final Scheme EMPTY = new Scheme(List.of(), Map.of());

  private final List<KindSource> sources;
  private final Map<GroupVersionKind, Kind<?>> added;

  private Scheme(List<KindSource> sources, Map<GroupVersionKind, Kind<?>> added) {
    this.sources = sources;
    this.added = added;
  }

  /// A scheme of the kinds of these sources; of two that know a kind the first one counts.
  public static Scheme of(KindSource... sources) {
    return new Scheme(List.of(sources), Map.of());
  }

  /// A scheme that knows nothing.
  public static Scheme empty() {
    return EMPTY;
  }

  /// A scheme that knows these classes too; they come first.
  ///
  /// In Go: {@index AddToScheme}, {@index runtime.Scheme.AddKnownTypes}.
  ///
  /// @throws IllegalArgumentException when one stands for no kind (see [Kind#of(Class)]), or two
  ///   for the same
  @SafeVarargs
  public final Scheme with(Class<? extends KubernetesObject>... types) {
    Map<GroupVersionKind, Kind<?>> more = new LinkedHashMap<>(added);
    for (Class<? extends KubernetesObject> type : types) {
      Kind<?> kind = Kind.of(type);
      Kind<?> before = more.put(kind.gvk(), kind);
      if (before != null && before.type() != type) {
        throw new IllegalArgumentException(
            kind.gvk()
                + " is "
                + before.type().getName()
                + " in this scheme already; it cannot be "
                + type.getName()
                + " too");
      }
    }
    return new Scheme(sources, Collections.unmodifiableMap(more));
  }

  /// The kind of this name, if this scheme knows it.
  ///
  /// In Go: {@index runtime.Scheme.Recognizes}.
  public Optional<Kind<?>> find(GroupVersionKind gvk) {
    Kind<?> kind = added.get(gvk);
    for (int i = 0; kind == null && i < sources.size(); i++) {
      kind = sources.get(i).find(gvk);
    }
    return Optional.ofNullable(kind);
  }

  /// The kind that this class stands for, if it does so in this scheme.
  ///
  /// In Go: {@index runtime.Scheme.ObjectKinds}.
  ///
  /// @throws IllegalArgumentException when it stands for no kind at all; see [Kind#of(Class)]
  public <T extends KubernetesObject> Optional<Kind<T>> find(Class<T> type) {
    Kind<T> kind = Kind.of(type);
    return find(kind.gvk()).filter(kind::equals).map(known -> kind);
  }

  /// The names of all kinds in this scheme.
  ///
  /// In Go: {@index runtime.Scheme.AllKnownTypes}.
  public List<GroupVersionKind> kinds() {
    List<GroupVersionKind> all = new ArrayList<>(added.keySet());
    for (KindSource source : sources) {
      for (GroupVersionKind gvk : source.kinds()) {
        if (!all.contains(gvk)) {
          all.add(gvk);
        }
      }
    }
    return List.copyOf(all);
  }

  /// Reads an object of whatever kind it says it is: typed when this scheme knows the kind, else
  /// dynamic.
  ///
  /// In Go: {@index runtime.Decoder}.
  ///
  /// @throws DecodeException when the bytes are no object, or not of the kind they say, or protobuf
  ///   of a kind that this scheme does not know
  public KubernetesObject decode(byte[] bytes, Format format) {
    GroupVersionKind gvk = TypeMeta.of(bytes, format).gvk();
    Optional<Kind<?>> kind = find(gvk);
    if (kind.isPresent()) {
      return Codec.of(kind.get()).decode(bytes, format);
    }
    if (format == Format.PROTOBUF) {
      throw new DecodeException(
          "cannot decode protobuf of "
              + gvk
              + ": the scheme does not know this kind; ask for JSON");
    }
    return DynamicObject.decode(bytes);
  }

  /// The object that a raw value holds, in either format.
  ///
  /// @throws DecodeException when it holds none
  public KubernetesObject decode(RawExtension raw) {
    byte[] bytes = raw.raw().array();
    return decode(bytes, Format.of(bytes));
  }

  /// The typed form of a dynamic object when this scheme knows its kind, else the object itself.
  public KubernetesObject typed(DynamicObject object) {
    Optional<Kind<?>> kind = find(object.gvk());
    return kind.isPresent() ? object.as(kind.get()) : object;
  }
}

package dev.drover.api.codec;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;

/// A whole object for tests: metadata, and a spec of a test type.
public final class Thing extends Struct implements KubernetesObject {
  public static final StructType<Thing> TYPE =
      new StructType<>(
          Samples.INSTANCE,
          Samples.THING,
          "test/v1.Thing",
          """
          metadata 1 meta/v1.ObjectMeta omitempty
          spec 2 test/v1.Nested omitempty
          note 3 string omitempty
          """);

  public static final Kind<Thing> KIND =
      Kind.of(Thing.class, TYPE, "test.dev v1 Thing plural=things scope=Namespaced");

  public Thing(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<Thing> structType() {
    return TYPE;
  }

  @Override
  public ObjectMeta metadata() {
    return struct(0, ObjectMeta.TYPE);
  }

  public Sample spec() {
    return struct(1, Samples.NESTED);
  }

  public String note() {
    return text(2);
  }
}

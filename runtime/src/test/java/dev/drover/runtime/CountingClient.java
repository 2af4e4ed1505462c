package dev.drover.runtime;

import dev.drover.api.DeleteOptions;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Patch;
import dev.drover.client.ForwardingReadWriter;
import dev.drover.client.ReadWriter;
import dev.drover.client.WriteOptions;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/// A decorator as users write it: counts the writes that pass through it.
record CountingClient(ReadWriter target, AtomicInteger writes) implements ForwardingReadWriter {
  private ReadWriter counted() {
    writes.incrementAndGet();
    return target;
  }

  @Override
  public <T extends KubernetesObject> T create(T object) {
    return counted().create(object);
  }

  @Override
  public <T extends KubernetesObject> T update(T object) {
    return counted().update(object);
  }

  @Override
  public <T extends KubernetesObject> T apply(T object) {
    return counted().apply(object);
  }

  @Override
  public <T extends KubernetesObject> T patch(T object, Patch patch, String... subresource) {
    return counted().patch(object, patch, subresource);
  }

  @Override
  public <T extends KubernetesObject> T edit(T object, UnaryOperator<T> change) {
    return counted().edit(object, change);
  }

  @Override
  public <T extends KubernetesObject> T replaceStatus(T object, Object status) {
    return counted().replaceStatus(object, status);
  }

  @Override
  public <T extends KubernetesObject> Optional<T> delete(T object, DeleteOptions options) {
    return counted().delete(object, options);
  }

  @Override
  public ReadWriter writing(WriteOptions options) {
    return new CountingClient(target.writing(options), writes);
  }
}

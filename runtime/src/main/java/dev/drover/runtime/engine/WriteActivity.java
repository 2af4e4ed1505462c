package dev.drover.runtime.engine;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.WriteListener;
import org.jspecify.annotations.Nullable;

/// Counts writes as activity: the caches have something to see after each, also after those of
/// handlers and of code outside of controllers.
///
/// @param activity of the manager or factory whose client writes
public record WriteActivity(Activity activity) implements WriteListener {
  @Override
  public void stored(Kind<?> kind, @Nullable KubernetesObject sent, KubernetesObject answered) {
    activity.happened();
  }

  @Override
  public void deleted(Kind<?> kind, ObjectKey key, String uid, @Nullable KubernetesObject last) {
    activity.happened();
  }
}

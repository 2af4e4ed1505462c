package dev.drover.bench.pods;

import dev.drover.model.core.v1.Container;
import dev.drover.model.core.v1.ContainerStatus;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.core.v1.PodStatus;

/// The volume with a pod's token, which the server's admission adds under a random name.
final class TokenVolume {
  private static final String PREFIX = "kube-api-access-";

  private TokenVolume() {}

  /// The pod as its creator sends it.
  static Pod without(Pod pod) {
    return pod.with(
        p ->
            p.metadata(pod.metadata().with(m -> m.resourceVersion("").uid("")))
                .spec(
                    pod.spec()
                        .with(
                            s ->
                                s.volumes(
                                        pod.spec().volumes().stream()
                                            .filter(v -> !isToken(v.name()))
                                            .toList())
                                    .containers(
                                        pod.spec().containers().stream()
                                            .map(TokenVolume::without)
                                            .toList()))));
  }

  private static Container without(Container container) {
    return container.with(
        c ->
            c.volumeMounts(
                container.volumeMounts().stream().filter(m -> !isToken(m.name())).toList()));
  }

  private static boolean isToken(String volume) {
    return volume.startsWith(PREFIX);
  }

  /// The pod with a status that names the volume as the server does.
  static Pod withStatus(Pod created, PodStatus status) {
    String token =
        created.spec().volumes().stream()
            .map(v -> v.name())
            .filter(TokenVolume::isToken)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no token in " + created.name()));
    return created.with(
        p ->
            p.status(
                status.with(
                    s ->
                        s.containerStatuses(
                            status.containerStatuses().stream()
                                .map(c -> renamed(c, token))
                                .toList()))));
  }

  private static ContainerStatus renamed(ContainerStatus container, String token) {
    return container.with(
        c ->
            c.volumeMounts(
                container.volumeMounts().stream()
                    .map(m -> isToken(m.name()) ? m.with(changed -> changed.name(token)) : m)
                    .toList()));
  }
}

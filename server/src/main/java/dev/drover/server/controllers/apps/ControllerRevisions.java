package dev.drover.server.controllers.apps;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Hashes;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Ownership;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The history of pod templates of a stateful set or a daemon set, as controller revisions.
///
/// In Go: the package `history`.
final class ControllerRevisions {
  static final String STORAGE = "apps/controllerrevisions";

  private final ClusterPass cluster;
  private final Item owner;
  private final String hashLabel;
  private final List<Item> all; // by their number

  /// @param hashLabel the label that has the hash of the template
  ControllerRevisions(ClusterPass cluster, Item owner, String hashLabel) {
    this.cluster = cluster;
    this.owner = owner;
    this.hashLabel = hashLabel;
    this.all =
        Ownership.claim(cluster, owner, STORAGE).stream()
            .sorted(Comparator.comparingLong(ControllerRevisions::number).thenComparing(Item::name))
            .toList();
  }

  private static long number(Item revision) {
    return revision.object().number("revision", 0);
  }

  Optional<Item> find(String name) {
    return all.stream().filter(revision -> revision.name().equals(name)).findFirst();
  }

  /// The revision of the present template: the newest, an older one that becomes the newest, or a
  /// new one. Empty if it could not be written.
  Optional<Item> current() {
    TreeNode data = data(owner.spec().at("template"));
    Optional<Item> same =
        all.reversed().stream()
            .filter(revision -> revision.object().at("data").map().equals(data.map()))
            .findFirst();
    long newest = all.isEmpty() ? 0 : number(all.getLast());
    if (same.isEmpty()) {
      return create(data, newest + 1);
    }
    if (!same.get().uid().equals(all.getLast().uid())) {
      cluster.update(same.get(), object -> object.set("revision", newest + 1));
    }
    return same;
  }

  private static TreeNode data(TreeNode template) {
    TreeNode data = TreeNode.empty();
    data.orCreate("spec").set("template", template).at("template").set("$patch", "replace");
    return data;
  }

  private Optional<Item> create(TreeNode data, long number) {
    TreeNode template = owner.spec().at("template");
    String hash = Hashes.ofTemplate(template.map(), collisions());
    TreeNode revision =
        TreeNode.empty().set("apiVersion", "apps/v1").set("kind", "ControllerRevision");
    TreeNode metadata = revision.orCreate("metadata");
    metadata
        .set("name", owner.name() + "-" + hash)
        .set("namespace", owner.namespace())
        .set("labels", template.at("metadata").textMap("labels"))
        .set("annotations", owner.metadata().textMap("annotations"));
    metadata.at("labels").set(hashLabel, hash);
    Ownership.setController(metadata, owner);
    revision.set("data", data).set("revision", number);
    return cluster.create(STORAGE, owner.namespace(), revision.map());
  }

  /// A name that another owner's revision has is avoided by another hash.
  private long collisions() {
    long count = owner.status().number("collisionCount", 0);
    String name = owner.name() + "-" + Hashes.ofTemplate(owner.spec().at("template").map(), count);
    boolean isTaken =
        cluster
            .find(STORAGE, owner.namespace(), name)
            .filter(other -> !other.isControlledBy(owner))
            .isPresent();
    return isTaken ? count + 1 : count;
  }

  /// The template of a revision.
  static TreeNode template(Item revision) {
    TreeNode data = revision.object().at("data").at("spec").at("template");
    return TreeNode.copyOf(data.map()).remove("$patch");
  }

  /// Deletes the oldest revisions that are not in use, as many as are beyond the limit.
  void cleanUp(Set<String> used) {
    List<Item> unused = all.stream().filter(revision -> !used.contains(revision.name())).toList();
    long limit = owner.spec().number("revisionHistoryLimit", 10);
    unused.stream().limit(Math.max(0, unused.size() - limit)).forEach(cluster::delete);
  }
}

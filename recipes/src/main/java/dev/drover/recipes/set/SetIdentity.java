package dev.drover.recipes.set;

import dev.drover.api.GroupKind;
import dev.drover.api.ObjectMeta;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// The identity of a set in the cluster: its id and its owner, without the version and the uid of
/// the owner. Immutable.
final class SetIdentity {
  private static final String PREFIX = "recipes.drover.dev/";

  /// On members: the hash of the set, for selectors.
  static final String SET = PREFIX + "set";

  /// On members and inventories: the id of the set, for people.
  static final String SET_ID = PREFIX + "set-id";

  /// On members and inventories: the owner of the set, see [SetOwner].
  static final String OWNER = PREFIX + "set-owner";

  /// On members: the hash of what was last applied.
  static final String APPLIED = PREFIX + "applied";

  /// On inventories: the hash of the set's id and its owner's kind, the same for all owners.
  static final String INVENTORY = PREFIX + "inventory";

  /// On inventories: the hash of their lines, which shows whether another client changed them.
  static final String OBJECTS = PREFIX + "objects";

  /// On members: `false` keeps an object when the set does not want it any more.
  static final String PRUNE = PREFIX + "prune";

  private final String id;
  private final Optional<SetOwner> owner;
  private final String hash;

  /// @param id of the set among those of its owner
  SetIdentity(String id, Optional<SetOwner> owner) {
    if (id.isBlank() || id.length() > 128) {
      throw new IllegalArgumentException(
          "the id of a set is a name of 1 to 128 characters, got '" + id + "'");
    }
    this.id = id;
    this.owner = owner;
    this.hash =
        owner
            .map(
                o ->
                    hash(
                        id, o.kind().group(), o.kind().kind(), o.key().namespace(), o.key().name()))
            .orElseGet(() -> hash(id));
  }

  String id() {
    return id;
  }

  Optional<SetOwner> owner() {
    return owner;
  }

  /// The value of the label of members, and a part of the inventory's name.
  String hash() {
    return hash;
  }

  /// The value of the label that the inventories of all owners of one kind have.
  static String family(String id, Optional<GroupKind> owners) {
    return owners.map(kind -> hash(id, kind.group(), kind.kind())).orElseGet(() -> hash(id));
  }

  String family() {
    return family(id, owner.map(SetOwner::kind));
  }

  String inventoryName() {
    return "drover-set-" + hash;
  }

  /// Each part is preceded by its length: no two lists of parts give the same bytes.
  private static String hash(String... parts) {
    List<byte[]> all =
        List.of(parts).stream().map(p -> p.getBytes(StandardCharsets.UTF_8)).toList();
    ByteBuffer bytes =
        ByteBuffer.allocate(all.stream().mapToInt(part -> Integer.BYTES + part.length).sum());
    all.forEach(part -> bytes.putInt(part.length).put(part));
    return Digests.hex(bytes.array());
  }

  /// Adds the marks of this set.
  void mark(ObjectMeta.Builder metadata) {
    metadata.label(SET, hash).annotation(SET_ID, id);
    owner.ifPresent(o -> metadata.annotation(OWNER, o.toString()));
  }

  boolean isMarked(ObjectMeta metadata) {
    return hash.equals(metadata.labels().get(SET));
  }

  /// Whether an object carries the mark of no set at all.
  static boolean isUnmarked(ObjectMeta metadata) {
    return !metadata.labels().containsKey(SET);
  }

  static boolean isKept(ObjectMeta metadata) {
    return "false".equals(metadata.annotations().get(PRUNE));
  }

  /// The set and its owner, for messages.
  @Override
  public String toString() {
    return "set " + id + owner.map(o -> " of " + o).orElse("");
  }
}

package dev.drover.recipes.set;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Options of a [DesiredSet]: namespaces, adoption, pruning, replacement, references.
///
/// ```java
/// SetOptions.defaults().with(o -> o.defaultNamespace("shop").adopt(Adoption.unowned()))
/// ```
///
/// In Go: {@index apply.Apply}, {@index generic.GeneratingHandlerOptions}.
public final class SetOptions {
  private static final SetOptions DEFAULTS = new SetOptions(new Builder());

  private final String defaultNamespace;
  private final String inventoryNamespace;
  private final @Nullable Boolean otherNamespaces;
  private final @Nullable Boolean clusterScoped;
  private final Adoption adoption;
  private final Predicate<? super KubernetesObject> replaced;
  private final boolean prune;
  private final boolean force;
  private final OwnerReferences references;
  private final String fieldManager;
  private final boolean currentOwner;
  private final Set<Kind<?>> kinds;

  private SetOptions(Builder from) {
    this.defaultNamespace = from.defaultNamespace;
    this.inventoryNamespace = from.inventoryNamespace;
    this.otherNamespaces = from.otherNamespaces;
    this.clusterScoped = from.clusterScoped;
    this.adoption = from.adoption;
    this.replaced = from.replaced;
    this.prune = from.prune;
    this.force = from.force;
    this.references = from.references;
    this.fieldManager = from.fieldManager;
    this.currentOwner = from.currentOwner;
    this.kinds = Set.copyOf(from.kinds);
  }

  /// Adopts nothing, replaces nothing, prunes what is no longer wanted.
  public static SetOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public SetOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.defaultNamespace = defaultNamespace;
    builder.inventoryNamespace = inventoryNamespace;
    builder.otherNamespaces = otherNamespaces;
    builder.clusterScoped = clusterScoped;
    builder.adoption = adoption;
    builder.replaced = replaced;
    builder.prune = prune;
    builder.force = force;
    builder.references = references;
    builder.fieldManager = fieldManager;
    builder.currentOwner = currentOwner;
    builder.kinds = new LinkedHashSet<>(kinds);
    change.accept(builder);
    return new SetOptions(builder);
  }

  /// The namespace of described objects that have none; empty = that of the owner.
  public String defaultNamespace() {
    return defaultNamespace;
  }

  /// Where the inventory is; empty = the namespace of the owner, else [#defaultNamespace].
  public String inventoryNamespace() {
    return inventoryNamespace;
  }

  /// Whether members may be in other namespaces than the owner; empty = only if the owner has none.
  public Optional<Boolean> allowsOtherNamespaces() {
    return Optional.ofNullable(otherNamespaces);
  }

  /// Whether members may be cluster-scoped; empty = only if the owner is, or there is none.
  public Optional<Boolean> allowsClusterScoped() {
    return Optional.ofNullable(clusterScoped);
  }

  /// Which existing objects may be taken over.
  public Adoption adoption() {
    return adoption;
  }

  /// Which objects are deleted and created again when the server refuses their change because a
  /// field is immutable.
  public Predicate<? super KubernetesObject> replaced() {
    return replaced;
  }

  /// Whether members that are no longer described are deleted.
  public boolean prunes() {
    return prune;
  }

  /// Whether fields are taken over that other field managers own.
  public boolean forces() {
    return force;
  }

  /// Which owner references members get.
  public OwnerReferences ownerReferences() {
    return references;
  }

  /// The field manager of the set; empty = its id.
  public String fieldManager() {
    return fieldManager;
  }

  /// Whether nothing is created or deleted if the owner has changed since the object that was
  /// given: what is described may be out of date then. Generating handlers always have it.
  public boolean needsCurrentOwner() {
    return currentOwner;
  }

  /// Kinds in which members are looked for when the inventory was lost, beside those described.
  public List<Kind<?>> kinds() {
    return List.copyOf(kinds);
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private String defaultNamespace = "";
    private String inventoryNamespace = "";
    private @Nullable Boolean otherNamespaces;
    private @Nullable Boolean clusterScoped;
    private Adoption adoption = Adoption.none();
    private Predicate<? super KubernetesObject> replaced = _ -> false;
    private boolean prune = true;
    private boolean force = true;
    private OwnerReferences references = OwnerReferences.CONTROLLER;
    private String fieldManager = "";
    private boolean currentOwner;
    private Set<Kind<?>> kinds = new LinkedHashSet<>();

    private Builder() {}

    /// As [SetOptions#defaultNamespace].
    ///
    /// In Go: {@index apply.Apply.WithDefaultNamespace}.
    public Builder defaultNamespace(String namespace) {
      defaultNamespace = namespace;
      return this;
    }

    /// As [SetOptions#inventoryNamespace].
    public Builder inventoryNamespace(String namespace) {
      inventoryNamespace = namespace;
      return this;
    }

    /// As [SetOptions#allowsOtherNamespaces].
    ///
    /// In Go: {@index generic.GeneratingHandlerOptions.AllowCrossNamespace}.
    public Builder allowOtherNamespaces(boolean allowed) {
      otherNamespaces = allowed;
      return this;
    }

    /// As [SetOptions#allowsClusterScoped].
    ///
    /// In Go: {@index generic.GeneratingHandlerOptions.AllowClusterScoped}, {@index
    /// apply.Apply.WithRestrictClusterScoped}.
    public Builder allowClusterScoped(boolean allowed) {
      clusterScoped = allowed;
      return this;
    }

    /// As [SetOptions#adoption].
    public Builder adopt(Adoption rule) {
      adoption = rule;
      return this;
    }

    /// As [SetOptions#replaced].
    public Builder replaceImmutable(Predicate<? super KubernetesObject> which) {
      replaced = which;
      return this;
    }

    /// As [SetOptions#prunes].
    ///
    /// In Go: {@index apply.Apply.WithNoDelete}.
    public Builder prune(boolean wanted) {
      prune = wanted;
      return this;
    }

    /// As [SetOptions#forces].
    public Builder force(boolean wanted) {
      force = wanted;
      return this;
    }

    /// As [SetOptions#ownerReferences].
    ///
    /// In Go: {@index apply.Apply.WithSetOwnerReference}, {@index
    /// generic.GeneratingHandlerOptions.NoOwnerReference}.
    public Builder ownerReferences(OwnerReferences wanted) {
      references = wanted;
      return this;
    }

    /// As [SetOptions#fieldManager].
    public Builder fieldManager(String name) {
      fieldManager = name;
      return this;
    }

    /// As [SetOptions#needsCurrentOwner].
    public Builder currentOwner(boolean needed) {
      currentOwner = needed;
      return this;
    }

    /// Adds to [SetOptions#kinds].
    ///
    /// In Go: {@index apply.Apply.WithCacheTypes}, {@index apply.Apply.WithGVK}.
    public Builder kinds(Kind<?>... more) {
      kinds.addAll(List.of(more));
      return this;
    }
  }
}

package dev.drover.server.discovery;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.KindEntry.Subresource;
import dev.drover.server.core.Resource;
import dev.drover.server.discovery.ServedGroups.Group;
import dev.drover.server.discovery.ServedGroups.Version;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The documents of discovery one by one: versions, groups, and the resources of a version.
final class LegacyDocuments {
  private LegacyDocuments() {}

  /// The versions of the core group, at `/api`.
  static Map<String, @Nullable Object> coreVersions(Group core, String serverAddress) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("kind", "APIVersions");
    document.put("versions", core.versions().stream().map(v -> v.name().version()).toList());
    document.put(
        "serverAddressByClientCIDRs",
        List.of(new TreeMap<>(Map.of("clientCIDR", "0.0.0.0/0", "serverAddress", serverAddress))));
    return document;
  }

  /// All groups, at `/apis`.
  static Map<String, @Nullable Object> groups(List<Group> groups) {
    Map<String, @Nullable Object> document = document("APIGroupList");
    document.put("groups", groups.stream().map(LegacyDocuments::facts).toList());
    return document;
  }

  /// One group, at `/apis/apps`.
  static Map<String, @Nullable Object> group(Group group) {
    Map<String, @Nullable Object> document = document("APIGroup");
    document.putAll(facts(group));
    return document;
  }

  private static Map<String, @Nullable Object> document(String kind) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("kind", kind);
    document.put("apiVersion", "v1");
    return document;
  }

  private static Map<String, @Nullable Object> facts(Group group) {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("name", group.name());
    facts.put("versions", group.versions().stream().map(LegacyDocuments::name).toList());
    facts.put("preferredVersion", name(group.preferred()));
    return facts;
  }

  private static Map<String, @Nullable Object> name(Version version) {
    Map<String, @Nullable Object> name = new LinkedHashMap<>();
    name.put("groupVersion", version.name().toString());
    name.put("version", version.name().version());
    return name;
  }

  /// The resources of a version, at `/apis/apps/v1`.
  static Map<String, @Nullable Object> resources(Version version) {
    Map<String, @Nullable Object> document = document("APIResourceList");
    if (version.name().group().isEmpty()) {
      document.remove("apiVersion"); // one of the oldest documents: it never had one
    }
    document.put("groupVersion", version.name().toString());
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    for (Resource resource : version.resources()) {
      all.add(resource(resource));
      resource.subresources().forEach(sub -> all.add(subresource(resource, sub)));
    }
    boolean isCustom = version.resources().stream().allMatch(Resource::isCustom);
    all.sort(Comparator.comparing(facts -> sortedBy(String.valueOf(facts.get("name")), isCustom)));
    document.put("resources", all);
    return document;
  }

  /// Subresources of custom resources stay in their order: status, then scale.
  private static String sortedBy(String name, boolean isCustom) {
    return isCustom && name.indexOf('/') >= 0 ? name.substring(0, name.indexOf('/')) : name;
  }

  private static Map<String, @Nullable Object> resource(Resource resource) {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("name", resource.gvr().resource());
    facts.put("singularName", resource.singular());
    facts.put("namespaced", resource.namespaced());
    facts.put("kind", resource.gvk().kind());
    facts.put("verbs", resource.verbs());
    putUnlessEmpty(facts, "shortNames", resource.shortNames());
    putUnlessEmpty(facts, "categories", resource.categories());
    if (resource.verbs().contains("watch")) { // others are not stored
      facts.put("storageVersionHash", storageVersionHash(resource));
    }
    return facts;
  }

  private static Map<String, @Nullable Object> subresource(Resource resource, Subresource sub) {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("name", resource.gvr().resource() + "/" + sub.name());
    facts.put("singularName", "");
    facts.put("namespaced", resource.namespaced());
    if (!sub.kind().groupVersion().equals(resource.gvk().groupVersion())) {
      facts.put("group", sub.kind().group());
      facts.put("version", sub.kind().version());
    }
    facts.put("kind", sub.kind().kind());
    facts.put("verbs", sub.verbs());
    return facts;
  }

  static void putUnlessEmpty(
      Map<String, @Nullable Object> facts, String name, List<String> values) {
    if (!values.isEmpty()) {
      facts.put(name, values);
    }
  }

  /// Equal as long as objects are stored in the same version.
  private static String storageVersionHash(Resource resource) {
    GroupVersionKind kind = resource.storage().kind();
    String version = resource.definition().hashedVersion().orElse(kind.version());
    String text = kind.group() + "/" + version + "/" + kind.kind();
    byte[] hash = digest("SHA-256", text.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(Arrays.copyOf(hash, 8));
  }

  static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }
}

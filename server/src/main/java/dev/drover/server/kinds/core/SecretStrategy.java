package dev.drover.server.kinds.core;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.StringFormats;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Secrets: as config maps, with values in base64; a type may ask for certain keys.
public final class SecretStrategy implements DataStrategy {
  private static final String ACCOUNT_NAME = "kubernetes.io/service-account.name";
  private static final String DOCKER_CFG = ".dockercfg";
  private static final String DOCKER_CONFIG_JSON = ".dockerconfigjson";

  @Override
  public void setDefaults(TreeNode object) {
    if (object.text("type").isEmpty()) {
      object.set("type", "Opaque");
    }
    Map<String, String> texts = object.textMap("stringData");
    object.remove("stringData"); // write-only: a convenient way to say `data`
    texts.forEach((key, text) -> object.orCreate("data").set(key, base64(text)));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator secret = FieldValidator.root(object);
    check(secret);
    return secret.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator secret = FieldValidator.root(object);
    FieldValidator was = FieldValidator.root(old);
    Immutability.needSame(secret.child("type"), was.child("type"));
    ConfigMapStrategy.needUnchangedIfImmutable(secret, was, List.of("data"));
    check(secret);
    return secret.errors();
  }

  private static void check(FieldValidator secret) {
    FieldValidator data = secret.child("data");
    long size = 0;
    for (String key : data.keys()) {
      FieldValidator entry = data.entry(key);
      StringFormats.configKey(key).forEach(complaint -> entry.invalid(key, complaint));
      size += decodedLength(entry.text());
    }
    if (size > ConfigMapStrategy.MAX_SIZE) {
      data.tooLong(ConfigMapStrategy.MAX_SIZE);
    }
    checkType(secret, data);
  }

  private static void checkType(FieldValidator secret, FieldValidator data) {
    switch (secret.child("type").text()) {
      case "kubernetes.io/service-account-token" ->
          secret.child("metadata", "annotations").entry(ACCOUNT_NAME).needText();
      case "kubernetes.io/dockercfg" -> needJson(data.entry(DOCKER_CFG));
      case "kubernetes.io/dockerconfigjson" -> needJson(data.entry(DOCKER_CONFIG_JSON));
      case "kubernetes.io/basic-auth" -> {
        FieldValidator username = data.entry("username");
        FieldValidator password = data.entry("password");
        if (!username.isPresent() && !password.isPresent()) {
          username.required("");
          password.required("");
        }
      }
      case "kubernetes.io/ssh-auth" -> data.entry("ssh-privatekey").needText();
      case "kubernetes.io/tls" -> {
        needPresent(data.entry("tls.crt"));
        needPresent(data.entry("tls.key"));
      }
      default -> {} // of any other type may be anything
    }
  }

  private static void needPresent(FieldValidator entry) {
    if (!entry.isPresent()) {
      entry.required("");
    }
  }

  private static void needJson(FieldValidator entry) {
    if (!entry.isPresent()) {
      entry.required("");
      return;
    }
    GoJson.complaintAboutObject(decoded(entry.text()))
        .ifPresent(complaint -> entry.invalid("<secret contents redacted>", complaint));
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    if (!object.text("type").equals("kubernetes.io/tls")) {
      return List.of();
    }
    TreeNode data = object.at("data");
    return TlsKeyPairs.complaint(decoded(data.text("tls.crt")), decoded(data.text("tls.key")))
        .stream()
        .toList();
  }

  @Override
  public SelectableFields selectableFields() {
    return this::fieldsOf;
  }

  private Map<String, String> fieldsOf(TreeNode object) {
    return Map.of("type", object.text("type"));
  }

  private static byte[] decoded(String base64) {
    return Base64.getDecoder().decode(base64);
  }

  /// How many bytes a text in base64 stands for.
  static int decodedLength(String base64) {
    int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
    return base64.length() / 4 * 3 - padding;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }
}

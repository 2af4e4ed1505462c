package dev.drover.server.kinds.core.pod;

import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.FilePaths;
import java.util.HashSet;
import java.util.Set;

/// Volumes that put files of several sources into one folder.
///
/// Sources of features that are off by default (trust bundles, pod certificates) never get here:
/// see [DisabledFields].
final class ProjectedVolumes {
  private static final long TEN_MINUTES = 600;
  private static final long LONGEST = 1L << 32;

  private ProjectedVolumes() {}

  static void check(FieldValidator volume) {
    FilePaths.checkMode(volume.child("defaultMode"));
    Set<String> paths = new HashSet<>();
    for (FieldValidator source : volume.child("sources").items()) {
      source.child("secret").ifPresent(secret -> checkKeys(secret, volume, paths));
      source.child("configMap").ifPresent(map -> checkKeys(map, volume, paths));
      source.child("downwardAPI").ifPresent(files -> checkFiles(files, volume, paths));
      source.child("serviceAccountToken").ifPresent(token -> checkToken(token, volume));
      if (source.size() > 1) {
        source.forbidden("may not specify more than 1 volume type per source");
      }
    }
  }

  private static void checkKeys(FieldValidator source, FieldValidator volume, Set<String> paths) {
    source.child("name").needText();
    for (FieldValidator item : source.child("items").items()) {
      HostVolumes.keyToPath(item);
      checkUnique(item.child("path").text(), source.child("name").text(), volume, paths);
    }
  }

  private static void checkFiles(FieldValidator source, FieldValidator volume, Set<String> paths) {
    for (FieldValidator item : source.child("items").items()) {
      DownwardApiValidation.checkFile(item.as(source.path()));
      String path = item.child("path").text();
      checkUnique(path, path, volume, paths);
    }
  }

  private static void checkUnique(
      String path, String shown, FieldValidator volume, Set<String> paths) {
    if (!path.isEmpty() && !paths.add(path)) {
      volume.invalid(shown, "conflicting duplicate paths");
    }
  }

  private static void checkToken(FieldValidator token, FieldValidator volume) {
    FieldValidator expiration = token.child("expirationSeconds");
    if (expiration.number() < TEN_MINUTES) {
      expiration.invalid("may not specify a duration less than 10 minutes");
    }
    if (expiration.number() > LONGEST) {
      expiration.invalid("may not specify a duration larger than 2^32 seconds");
    }
    FieldValidator path = token.child("path").as(volume.path().child("path"));
    if (path.needText()) {
      FilePaths.checkNotReserved(path);
    }
  }
}

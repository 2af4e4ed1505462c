package dev.drover.server.rest;

import dev.drover.api.DeleteOptions;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Strategy;
import java.time.Instant;
import java.util.OptionalLong;

/// Whether a deleted object gets a grace period.
///
/// In Go: `rest.BeforeDelete`.
enum GracefulDeletion {
  /// None: it can go now.
  NONE,
  /// It gets some, which may be zero seconds; its `metadata` says so.
  GIVEN,
  /// It has a grace period already, and the request does not shorten it.
  PENDING;

  /// Marks the object if it gets time.
  static GracefulDeletion of(
      Strategy strategy, TreeNode object, DeleteOptions options, Instant now) {
    TreeNode metadata = object.orCreate("metadata");
    OptionalLong requested = requested(options);
    OptionalLong period = strategy.deletion().gracePeriod().seconds(object, requested);
    if (period.isEmpty()) {
      return NONE;
    }
    if (metadata.has("deletionTimestamp")) {
      return shorten(metadata, requested, now);
    }
    metadata.set("deletionTimestamp", WriteEnvironment.time(now.plusSeconds(period.getAsLong())));
    metadata.set("deletionGracePeriodSeconds", period.getAsLong());
    raiseGeneration(metadata);
    return GIVEN;
  }

  private static OptionalLong requested(DeleteOptions options) {
    Long seconds = options.gracePeriodSeconds();
    return seconds == null
        ? OptionalLong.empty()
        : OptionalLong.of(seconds < 0 ? 1 : seconds); // less than nothing counts as a second
  }

  /// A second request may only shorten the grace period.
  private static GracefulDeletion shorten(TreeNode metadata, OptionalLong requested, Instant now) {
    long given = metadata.number("deletionGracePeriodSeconds", 0);
    if (given == 0) {
      return NONE;
    }
    if (requested.isEmpty() || requested.getAsLong() >= given) {
      return PENDING;
    }
    long period = requested.getAsLong();
    Instant end =
        Instant.parse(metadata.text("deletionTimestamp")).minusSeconds(given).plusSeconds(period);
    if (end.isBefore(now)) {
      end = now;
      period = period == 0 ? 0 : 1; // still waits for a finalizer
    }
    metadata.set("deletionTimestamp", WriteEnvironment.time(end));
    metadata.set("deletionGracePeriodSeconds", period);
    return GIVEN;
  }

  /// Controllers have to look at the object in a new light.
  static void raiseGeneration(TreeNode metadata) {
    long generation = metadata.number("generation", 0);
    if (generation > 0) {
      metadata.set("generation", generation + 1);
    }
  }
}

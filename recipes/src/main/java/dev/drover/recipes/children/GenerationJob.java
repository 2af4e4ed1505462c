package dev.drover.recipes.children;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.Reader;
import dev.drover.model.batch.v1.Job;
import java.util.Optional;

/// A Job that runs once for each generation of its owner: again when the owner's spec changes, and
/// not when the controller restarts.
///
/// ```java
/// var migration = GenerationJob.of(icecream, Job.named(icecream.namespace(), "migrate").with(...));
/// if (migration.state(ctx.client()) == GenerationJob.State.SUCCEEDED) { ... }
/// return Generated.of(migration.job());             // the set prunes the jobs of older generations
/// ```
///
/// A Job that deletes itself (`ttlSecondsAfterFinished`) is refused: the set would run it again.
/// The name of the Job ends with the generation, so a Job that exists was started for it, and a Job
/// of another generation is another object.
public final class GenerationJob {
  private static final int LONGEST_NAME = 63; // a Job's name is a label of its pods

  private final Job job;

  private GenerationJob(Job job) {
    this.job = job;
  }

  /// The job of an owner's generation.
  ///
  /// @param template the Job, with the name that all generations begin with
  /// @throws IllegalArgumentException if the owner was never created, the name is too long, or the
  ///   Job deletes itself
  public static GenerationJob of(KubernetesObject owner, Job template) {
    long generation = owner.metadata().generation();
    if (generation < 1) {
      throw new IllegalArgumentException(
          "%s has no generation: use an object that the server returned, of a kind with a spec"
              .formatted(owner.key()));
    }
    if (template.spec() != null && template.spec().ttlSecondsAfterFinished() != null) {
      throw new IllegalArgumentException(
          "Job %s has ttlSecondsAfterFinished: it would be deleted after its end and run again; the set deletes the jobs of older generations"
              .formatted(template.name()));
    }
    String name = template.name() + "-g" + generation;
    if (name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "the name of a Job has at most %d characters, got '%s'".formatted(LONGEST_NAME, name));
    }
    return new GenerationJob(template.with(j -> j.metadata(template.metadata().withName(name))));
  }

  /// The Job to create, for a set of children.
  public Job job() {
    return job;
  }

  /// How far a Job is.
  public enum State {
    /// It does not exist.
    MISSING,
    /// It has not ended.
    RUNNING,
    /// It has ended well.
    SUCCEEDED,
    /// It has given up.
    FAILED
  }

  /// How far the Job is, as the reader sees it.
  public State state(Reader cluster) {
    Optional<Job> found =
        cluster.findCachedOrLive(Job.KIND, ObjectKey.of(job.namespace(), job.name()));
    return found.map(GenerationJob::state).orElse(State.MISSING);
  }

  private static State state(Job job) {
    return has(job, "Complete")
        ? State.SUCCEEDED
        : has(job, "Failed") ? State.FAILED : State.RUNNING;
  }

  private static boolean has(Job job, String type) {
    return job.status() != null
        && job.status().conditions().stream()
            .anyMatch(c -> type.equals(c.type()) && "True".equals(c.status()));
  }
}

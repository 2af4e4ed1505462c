package dev.drover.testkit.trial;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A test of a controller that is repeated under the faults of a cluster: crashes at every call,
/// failing and late calls, other writers, lost watches, stale reads.
///
/// ```java
/// class WebsiteTest {
///   @ControllerTrial
///   void websiteIsPublished(Trial trial) {
///     trial.manager(m -> new WebsiteController().addTo(m));
///     trial.create(website("hello"));
///     trial.delete(Website.class, "hello");
///   }
/// }
/// ```
///
/// The method has a [Trial] among its parameters, and is called once for each plan, on one instance
/// of the class. It fails with the smallest plan that the controller does not survive; the system
/// property [TrialOptions#REPLAY] runs that plan alone, also in a debugger, and fails if the run
/// does not come to the place of the plan. Reports are in `target/trials`; a trial that finds
/// nothing prints its [TrialSummary] to the standard output. [UnderTrial] does the same to tests
/// with parameters. The API server is one in this JVM, shared by the trials of a class.
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(TrialExtension.class)
public @interface ControllerTrial {
  /// How long plans are run, in seconds; one that has begun is finished.
  int budgetSeconds() default 30;

  /// How many plans are run at most, whatever the speed of the machine.
  int plans() default Integer.MAX_VALUE;

  /// How many pairs of crashes are tried after all single disturbances.
  int pairs() default 100;

  /// Chooses the pairs.
  long seed() default 1;
}

package dev.drover.testkit.trial;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Makes a trial of any JUnit test that takes a [Trial], also of one with parameters.
///
/// ```java
/// @ParameterizedTest
/// @ValueSource(ints = {1, 3})
/// @UnderTrial(plans = 50)
/// void sitesOfAnySizeArePublished(int replicas, Trial trial) { … }
/// ```
///
/// Each invocation is a trial of its own; the trial comes after the parameters that JUnit supplies.
/// Trials may run in parallel, also those of one class. Otherwise as [ControllerTrial], which is
/// this and `@Test` in one.
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(TrialExtension.class)
public @interface UnderTrial {
  /// How long plans are run, in seconds; one that has begun is finished.
  int budgetSeconds() default 30;

  /// How many plans are run at most, whatever the speed of the machine.
  int plans() default Integer.MAX_VALUE;

  /// How many pairs of crashes are tried after all single disturbances.
  int pairs() default 100;

  /// Chooses the pairs.
  long seed() default 1;
}

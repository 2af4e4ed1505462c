import dev.drover.api.ObjectMeta;
import dev.drover.testkit.trial.Trial;
import dev.drover.testkit.trial.UnderTrial;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow") // of this repository's build: not in its quick run
// tag::parameters
class WebsiteSizesTrialTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  @UnderTrial(plans = 4)
  void sitesOfAnySizeArePublished(int replicas, Trial trial) {
    trial.program(args -> new WebsiteController().main(args)); // a whole program, as it is
    trial.create(
        new WebsiteController.Website(
            ObjectMeta.builder().name("hello").build(),
            new WebsiteController.Website.Spec("<h1>1</h1>", replicas),
            null));
  }
}
// end::parameters

import dev.drover.api.ObjectMeta;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.testkit.trial.ControllerTrial;
import dev.drover.testkit.trial.Trial;
import org.junit.jupiter.api.Tag;

@Tag("slow") // of this repository's build: not in its quick run
// tag::trial
class WebsiteTrialTest {
  @ControllerTrial(plans = 25) // all of them, without this; see budgetSeconds
  void websiteIsPublishedChangedAndDeleted(Trial trial) {
    trial.manager(
        m -> {
          m.install(WebsiteController.Website.class);
          new WebsiteController().addTo(m); // a new one each time: nothing survives a crash
        });
    trial.always("a site has one page", r -> r.list(ConfigMap.class).size() <= 1);
    trial.create(website("<h1>1</h1>")); // a step: returns when all is at rest
    trial.edit(WebsiteController.Website.class, "hello", site -> with(site, "<h1>2</h1>"));
    trial.delete(WebsiteController.Website.class, "hello");
  }

  // end::trial

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 240, pairs = 1000)
  void websiteSurvivesAllPlansAndManyPairs(Trial trial) {
    websiteIsPublishedChangedAndDeleted(trial);
  }

  private static WebsiteController.Website website(String html) {
    return new WebsiteController.Website(
        ObjectMeta.builder().name("hello").build(),
        new WebsiteController.Website.Spec(html, 2),
        null);
  }

  private static WebsiteController.Website with(WebsiteController.Website site, String html) {
    return new WebsiteController.Website(
        site.metadata(), new WebsiteController.Website.Spec(html, 3), site.status());
  }
}

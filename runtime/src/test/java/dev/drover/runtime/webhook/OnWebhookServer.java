package dev.drover.runtime.webhook;

import static dev.drover.runtime.webhook.WebhookCaller.response;
import static dev.drover.runtime.webhook.WebhookCaller.review;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.TimeSource;
import dev.drover.runtime.Cone;
import dev.drover.runtime.ControllerObserver;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/// A webhook server for each test, and a caller that it trusts.
abstract class OnWebhookServer {
  static final String VALIDATE = "/validate-shop-example-com-v1-cone";
  static final String MUTATE = "/mutate-shop-example-com-v1-cone";

  final WebhookCaller caller = new WebhookCaller();
  final List<String> observed = Collections.synchronizedList(new ArrayList<>());
  WebhookServer server;

  final ControllerObserver observer =
      new ControllerObserver() {
        @Override
        public void webhookStarted(String webhook) {
          observed.add("started");
        }

        @Override
        public void webhookEnded(String webhook, int code, Duration took) {
          observed.add("ended " + code);
        }

        @Override
        public void webhookCrashed(String webhook) {
          observed.add("crashed " + webhook);
        }
      };

  final int start(Webhook<?>... webhooks) throws Exception {
    return start(TimeSource.system(), webhooks);
  }

  final int start(TimeSource time, Webhook<?>... webhooks) throws Exception {
    WebhookOptions options =
        WebhookOptions.defaults().with(o -> o.port(0).certificate(caller.newCertificate()));
    return start(options, time, webhooks);
  }

  final int start(WebhookOptions options, TimeSource time, Webhook<?>... webhooks)
      throws Exception {
    server = new WebhookServer(options, time, observer);
    server.serve(webhooks);
    server.start();
    return server.port().orElseThrow();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(Duration.ZERO);
    }
  }

  final Map<String, Object> ask(int port, String path, String review) throws Exception {
    HttpResponse<String> answer = caller.post(port, path, review);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    return response(answer);
  }

  static Webhook<Cone> allowing() {
    return Webhook.validate(Cone.class, _ -> AdmissionResponse.allow());
  }
}
